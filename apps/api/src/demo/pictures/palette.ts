/** The colours that products of the demo have. */
export const palette = {
  red: '#d0443a',
  orange: '#ea7a24',
  amber: '#f2a51e',
  yellow: '#f4c430',
  green: '#2e8b6f',
  lime: '#9ac23c',
  teal: '#1f8a99',
  blue: '#2f6fb5',
  navy: '#27466f',
  violet: '#5a4fa3',
  wood: '#c99a5f',
  white: '#eef1f3',
  grey: '#8b96a3',
  black: '#39424d',
  steel: '#a9b3bd',
  brass: '#c9a24a',
  oxide: '#5b646e'
} as const

export type Colour = keyof typeof palette
