import type { Lettering } from './draw-words.ts';

const m =
  'M62 0v-528h127l2 155h20q14-57 37-94 23-38 56-56 33-19 77-19 46 0 77 20 30 19 48 57 18 37 24 92h17q16-59 42-96 26-38 62-55 36-18 78-18 45 0 79 18 33 17 56 52 22 34 33 86 11 51 11 119V0H746v-247q0-53-8-88-9-35-27-52-18-18-46-18-32 0-54 21-23 21-35 59-12 37-12 84V0H406v-244q0-55-9-90-10-35-28-53-19-18-47-18-32 0-54 21t-33 59-12 84V0Z';
const p =
  'M62 169v-697h132l2 150 18 2q9-56 32-93t60-55 83-18q70 0 121 34 50 34 77 97t27 151q0 78-23 140-24 62-71 98-48 36-121 36-49 0-83-17-34-18-57-52-24-34-40-85h-19l11 55 9 54q3 26 3 50v150Zm278-282q33 0 57-18 23-18 36-51t13-77q0-47-13-80-14-34-39-52-25-19-58-19-31 0-52 14-22 13-35 35-14 21-20 45t-6 45v22q0 19 5 38t15 37 24 31 33 22 40 8Z';
const i =
  'M62 0v-528h161V0Zm81-602q-46 0-70-19-25-20-25-56 0-38 25-57 24-20 70-20 47 0 72 20 24 19 24 56t-24 57-72 19Z';
const r =
  'M62 0v-528h132l3 179h20q7-70 27-111 19-42 56-61 36-19 90-19l18 1 23 2-6 172q-16-8-34-10-19-3-33-3-39 0-67 15-29 15-45 46-17 31-22 78V0Z';
const t =
  'M268 13q-93 0-137-49-44-50-44-159v-207H12l3-125h54q32-1 49-10 16-9 20-34l13-74h91v117h127v131H242v195q0 34 17 50 16 16 50 16 19 0 36-4t28-11V-2q-32 10-58 13-22 2-47 2Z';
const u =
  'M243 14q-94 0-141-63-48-64-48-194v-285h162v264q0 74 22 111 22 36 67 36 27 0 47-13 19-14 33-38 13-25 20-57 6-32 6-70v-233h161V0H444l-3-163h-20q-15 62-37 102-23 39-57 57t-84 18Z';

/**
 * The logo as it was drawn for one name. For another `brand.product` the build sets the name in the display face; a new
 * drawing replaces this file. Here the letters are from Bricolage Grotesque ExtraBold (fonts/OFL.txt), with 1,000 units
 * per em. `x` is the position of a letter's origin, chosen by hand. The "o" is the sun, and the baseline is its horizon.
 */
export const drawnLogo: Lettering & { readonly text: string } = {
  text: 'Impromptu',
  box: [0, -758, 5171, 931],
  // Three lines, as wide as "prom".
  poster: {
    height: 4_901,
    scale: 2.1167,
    offsets: { im: [-30, 846], prom: [-2_466, 2_285], ptu: [-5_774, 3_777] },
  },
  parts: [
    {
      name: 'im',
      letters: [
        { path: i, x: -48 },
        { path: m, x: 185 },
      ],
    },
    {
      name: 'prom',
      letters: [
        { path: p, x: 1103 },
        { path: r, x: 1713 },
        { path: m, x: 2700 },
      ],
      orb: { left: 2152, scale: 1 },
    },
    {
      name: 'ptu',
      letters: [
        { path: p, x: 3618 },
        { path: t, x: 4236 },
        { path: u, x: 4599 },
      ],
    },
  ],
};
