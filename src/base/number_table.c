/*
 * Every 28th power of ten to 192 bits, rounded down, and the powers of five between, which have 64 bits at most. Their
 * products have 255 or 256 bits; that their upper 128, rounded up, are what number_internal.h promises, was tried for
 * all.
 */
#include "base/number_internal.h"

/* clang-format off */
const uint64_t number_table_fives[NUMBER_TABLE_STEP] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
    0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000,
    0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000,
    0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
    0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
};

static const uint64_t steps[][3] = { /* 10^-308, 10^-280, ... 10^336, the highest bits first */
    {0xe61acf033d1a45df, 0x6fb92487298e33bd, 0xadd7728c20b99bd1},
    {0xe858ad248f5c22c9, 0xd1b3400f8f9cff68, 0xf910f9f648232f14},
    {0xea9c227723ee8bcb, 0x465e15a979c1cadc, 0x0a0ce827eac11f2d},
    {0xece53cec4a314ebd, 0xa4f8bf5635246428, 0x4609ac5c7899ca36},
    {0xef340a98172aace4, 0x86fb897116c87c34, 0x9c39c1da4c49278d},
    {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac1, 0xf80f36174730ca34},
    {0xf3e2f893dec3f126, 0x5a89dba3c3efccfa, 0xd8ecb58659be9c90},
    {0xf64335bcf065d37d, 0x4d4617b5ff4a16d5, 0xaa09501d5954a559},
    {0xf8a95fcf88747d94, 0x75a44c6397ce912a, 0x33cca6c06b07b74d},
    {0xfb158592be068d2e, 0xeed6e2f0f0d56712, 0xac2e4f162cfad40a},
    {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc, 0x76dcb60081ce0fa5},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0x813f3978f8940984, 0x4000000000000000, 0x0000000000000000},
    {0x82818f1281ed449f, 0xbff8f10e7a8921a4, 0x2000000000000000},
    {0x83c7088e1aab65db, 0x792667c6da79e0fa, 0x0861d3ee22d1cc53},
    {0x850fadc09923329e, 0x03e2cf6bc604ddb0, 0x74a7ef0198791097},
    {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2, 0x5c6658d409fb8bf7},
    {0x87aa9aff79042286, 0x90fb44d2f05d0842, 0xfb118fc9c217a1d2},
    {0x88fcf317f22241e2, 0x441fece3bdf81f03, 0x12f274928400100d},
    {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa6f, 0xbc10c5c5cda97c8d},
    {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e, 0x25c7b885ba466e37},
    {0x8d07e33455637eb2, 0xdb0b487b6423e1e8, 0x7ec63730f500b406},
    {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648, 0x5961db50c6d2b886},
    {0x8fcac257558ee4e6, 0x213a4f0aa5e8a7b1, 0x949063d8a46f0c0e},
};
/* clang-format on */

struct number_power number_table_power(int64_t exponent)
{
    uint64_t place = (uint64_t)(exponent - NUMBER_TABLE_FIRST), five = number_table_fives[place % NUMBER_TABLE_STEP];
    const uint64_t *step = steps[place / NUMBER_TABLE_STEP];
    number_uint128 low = (number_uint128)step[2] * five;
    number_uint128 middle = (number_uint128)step[1] * five + (low >> 64);
    number_uint128 high = (number_uint128)step[0] * five + (middle >> 64);
    uint64_t rest = (uint64_t)middle;
    if (!(high >> 127)) {
        high = high << 1 | rest >> 63;
        rest <<= 1;
    }
    high += rest > 0 || (uint64_t)low > 0;
    return (struct number_power){(uint64_t)(high >> 64), (uint64_t)high};
}
