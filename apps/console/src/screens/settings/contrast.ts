/** The contrast that text needs (WCAG 2, level AA). */
export const textContrast = 4.5

/** Returns the contrast ratio of two colors of the form `#rrggbb` (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns white or black: the color of text on this background that has the higher contrast. */
export function textOn(background: string): '#ffffff' | '#000000' {
  return contrastOf(background, '#ffffff') >= contrastOf(background, '#000000') ? '#ffffff' : '#000000'
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
