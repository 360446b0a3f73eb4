/** The colours of a picture: `body` is the product's own, `accent` its second one, `metal` what shines. */
export type Colours = { body: string; accent: string; metal: string }

/** A drawing of a product in a square of 400 units, standing on y = 330. */
export type Drawing = (colours: Colours) => string

/** The part of the square that a picture shows: its left and upper edge, and its side. */
export type Crop = readonly [left: number, top: number, side: number]

export const whole: Crop = [0, 0, 400]

/** A colour `#rrggbb` mixed with white, or with black where `amount` is below 0; -1 to 1. */
export function shade(colour: string, amount: number): string {
  const target = amount < 0 ? 0 : 255
  const mixed = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16)
    return Math.round(channel + (target - channel) * Math.abs(amount))
  })
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The SVG of a drawing on a light ground with a soft shadow. Drawings fill with `url(#body)`, `url(#accent)`,
 * `url(#metal)` and `url(#dark)`. The shadow is a gradient: a blur would take ten times as long as all the rest.
 */
export function svgOf(draw: Drawing, { colours, crop = whole }: { colours: Colours; crop?: Crop }): string {
  const [left, top, side] = crop
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}" width="400" height="400">
    <defs>
      <radialGradient id="ground" cx=".5" cy=".38" r=".75">
        <stop stop-color="#ffffff"/><stop offset=".55" stop-color="#f4f6f8"/><stop offset="1" stop-color="#dfe4ea"/>
      </radialGradient>
      <radialGradient id="shadow">
        <stop stop-color="#1d2733" stop-opacity=".34"/><stop offset=".55" stop-color="#1d2733" stop-opacity=".15"/>
        <stop offset="1" stop-color="#1d2733" stop-opacity="0"/>
      </radialGradient>
      ${sheen('body', colours.body)}${sheen('accent', colours.accent)}${sheen('dark', '#39424d')}
      <linearGradient id="metal" x2="1" y2="1">
        <stop stop-color="${shade(colours.metal, 0.55)}"/><stop offset=".45" stop-color="${colours.metal}"/>
        <stop offset=".6" stop-color="${shade(colours.metal, 0.25)}"/>
        <stop offset="1" stop-color="${shade(colours.metal, -0.28)}"/>
      </linearGradient>
    </defs>
    <rect width="400" height="400" fill="url(#ground)"/>
    <ellipse cx="200" cy="338" rx="150" ry="24" fill="url(#shadow)"/>
    ${draw(colours)}
  </svg>`
}

function sheen(id: string, colour: string): string {
  return `<linearGradient id="${id}" x2=".35" y2="1">
    <stop stop-color="${shade(colour, 0.22)}"/><stop offset=".5" stop-color="${colour}"/>
    <stop offset="1" stop-color="${shade(colour, -0.2)}"/></linearGradient>`
}

/** `count` marks, the n-th as `mark(n)` writes it. */
export function repeat(count: number, mark: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => mark(n)).join('')
}

/** The points of a regular polygon around a centre, the first one at `turn` degrees. */
export function polygon(
  sides: number,
  { x, y, radius, turn = 0 }: { x: number; y: number; radius: number; turn?: number }
): string {
  return Array.from({ length: sides }, (_, n) => {
    const angle = ((turn + (n * 360) / sides) * Math.PI) / 180
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
}
