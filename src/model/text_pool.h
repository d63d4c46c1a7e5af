#ifndef MODEL_TEXT_POOL_H
#define MODEL_TEXT_POOL_H

/*
 * Texts that live as long as the pool, each kept once however often it is asked for: ten thousand balls of one name
 * share its bytes. The pool owns them; text_pool_destroy(NULL) does nothing.
 */
struct text_pool;

/** NULL: out of memory. */
struct text_pool *text_pool_create(void);
void text_pool_destroy(struct text_pool *pool);

/** The pool's copy of a text. NULL: out of memory. */
const char *text_pool_keep(struct text_pool *pool, const char *text);

#endif
