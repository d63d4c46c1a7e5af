/* The measure of start-up: a program that does nothing, linked to the libraries of billiard-sim (see tiny_run.c). */
int main(void)
{
    return 0;
}
