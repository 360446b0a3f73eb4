type Rgb = readonly [red: number, green: number, blue: number]

/** The colour of mails unless the operator has chosen another one: the colour of the console. */
export const defaultColor = '#0f7a68'

/** Returns the colour of text on a background, white or black, whichever has the higher contrast. */
export function textOn(background: string): string {
  return contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000'
}

/** Returns the colour, made lighter or darker as far as its contrast as text on the background requires. */
export function readable(color: string, background: string, minContrast = 4.5): string {
  const target = contrast('#ffffff', background) > contrast('#000000', background) ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, target, share)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return target
}

/** Returns the contrast of two colours as defined by WCAG, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, other: string, share: number): string {
  const [a, b] = [parse(color), parse(other)]
  const mixed = a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
