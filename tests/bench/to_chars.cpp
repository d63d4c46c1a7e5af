/*
 * How fast are numbers? Shortest texts of doubles against C++17's std::to_chars and against snprintf("%.17g"), in turn,
 * nine times; printed are medians of CPU time.
 */
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

extern "C" {
#include "base/number.h"
}

enum { NUMBERS = 1 << 15, PAIRS = 9, TEXT_BYTES = 64 };

static double cpu_seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static uint64_t next_random(uint64_t &state)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/** Nanoseconds per number. */
template <class Write> static double time_of(const std::vector<double> &values, Write write)
{
    char text[TEXT_BYTES];
    static volatile size_t bytes;
    size_t count = 0;
    double begun = cpu_seconds();
    for (double value : values)
        count += write(text, value);
    double elapsed = cpu_seconds() - begun;
    bytes = count;
    return 1e9 * elapsed / double(values.size());
}

static double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class Draw> static void compare(const char *what, Draw draw)
{
    uint64_t state = 1;
    std::vector<double> values(NUMBERS), ours, to_chars, printed;
    for (double &value : values)
        value = draw(state);
    for (int i = 0; i < PAIRS; i++) {
        ours.push_back(time_of(values, [](char *text, double value) { return number_write(text, value, 0); }));
        to_chars.push_back(time_of(values, [](char *text, double value) {
            return size_t(std::to_chars(text, text + TEXT_BYTES, value).ptr - text);
        }));
        printed.push_back(time_of(
            values, [](char *text, double value) { return size_t(snprintf(text, TEXT_BYTES, "%.17g", value)); }));
    }
    double time = median(ours);
    printf("%-36s %5.1f ns; std::to_chars %5.1f ns, %4.2f times as long; snprintf %5.1f ns, %4.1f times\n", what, time,
           median(to_chars), median(to_chars) / time, median(printed), median(printed) / time);
}

static double uniform(uint64_t &state)
{
    return double(next_random(state) >> 11) * 0x1p-53;
}

static double any_finite(uint64_t &state)
{
    double value;
    do {
        uint64_t bits = next_random(state);
        memcpy(&value, &bits, sizeof value);
    } while (!std::isfinite(value));
    return value;
}

int main()
{
    compare("coordinates, 0 to 2.54", [](uint64_t &state) { return 2.54 * uniform(state); });
    compare("velocities, -8 to 8", [](uint64_t &state) { return 16 * uniform(state) - 8; });
    compare("coordinates, 0 to 500", [](uint64_t &state) { return 500 * uniform(state); });
    compare("three decimals, 0 to 100", [](uint64_t &state) { return double(next_random(state) % 100000) / 1000; });
    compare("any bits", any_finite);
}
