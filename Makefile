all:
	@echo "see build rules soon"
