import { type Colours, polygon, repeat, shade } from './canvas.ts'

/** Threads as slanting lines over a shaft. */
function threads(x: number, width: number, { from, to }: { from: number; to: number }): string {
  return repeat(
    Math.floor((to - from) / 9),
    (n) =>
      `<path d="M${x - 2},${from + 7 + n * 9}l${width + 4},-6" stroke="#0000004a" stroke-width="3.2" stroke-linecap="round"/>`
  )
}

const hexBoltShape = `
  <path d="M158,66Q160,54 172,54H228Q240,54 242,66V104H158Z" fill="url(#metal)"/>
  <path d="M184,58V104M216,58V104" stroke="#0000002e" stroke-width="3"/>
  <rect x="148" y="104" width="104" height="11" rx="5" fill="url(#metal)"/>
  <path d="M180,115H220V318L212,332H188L180,318Z" fill="url(#metal)"/>
  ${threads(180, 40, { from: 190, to: 322 })}`

const nutShape = (metal: string) => `
  <polygon points="${polygon(6, { x: 200, y: 214, radius: 118, turn: 0 })}" fill="${shade(metal, -0.38)}"/>
  <polygon points="${polygon(6, { x: 200, y: 190, radius: 118, turn: 0 })}" fill="url(#metal)"/>
  <circle cx="200" cy="190" r="92" fill="#ffffff2e"/>`

const bore = (metal: string, radius = 56) => `
  <circle cx="200" cy="190" r="${radius}" fill="${shade(metal, -0.55)}"/>
  ${repeat(3, (n) => `<circle cx="200" cy="${193 + n * 4}" r="${radius - 6 - n * 5}" fill="none" stroke="${shade(metal, -0.2)}" stroke-width="2.4"/>`)}
  <ellipse cx="200" cy="204" rx="${radius - 18}" ry="${radius - 20}" fill="#e9edf1"/>`

/** Two of a kind side by side. */
function pair(one: string): string {
  return [-64, 52]
    .map((x) => `<g transform="translate(${x} ${x / 20 + 4}) rotate(28 200 200)">${one}</g>`)
    .join('')
}

export function hexBolt(): string {
  return pair(hexBoltShape)
}

const domeBolt = (neck: string) => `
  <path d="M146,112Q150,58 200,56Q250,58 254,112Z" fill="url(#metal)"/>
  <path d="M164,96Q172,70 200,67" fill="none" stroke="#ffffff90" stroke-width="7" stroke-linecap="round"/>${neck}
  <path d="M182,112H218V320L212,332H188L182,320Z" fill="url(#metal)"/>${threads(182, 36, { from: 188, to: 322 })}`

export function carriageBolt(): string {
  const one = domeBolt(
    '<rect x="180" y="112" width="40" height="34" fill="url(#metal)" stroke="#0002" stroke-width="2"/>'
  )
  return pair(one)
}

export function socketScrew(): string {
  const one = `
    <rect x="160" y="56" width="80" height="72" rx="9" fill="url(#metal)"/>
    ${repeat(10, (n) => `<path d="M${165 + n * 7.7},66v54" stroke="#0000003a" stroke-width="2.6"/>`)}
    <ellipse cx="200" cy="60" rx="38" ry="9" fill="#ffffff30"/>
    <path d="M182,128H218V322L212,332H188L182,322Z" fill="url(#metal)"/>${threads(182, 36, { from: 150, to: 322 })}`
  return `${pair(one)}<circle cx="306" cy="268" r="56" fill="url(#metal)"/><circle cx="306" cy="268" r="45" fill="#0000001c"/>
    <polygon points="${polygon(6, { x: 306, y: 268, radius: 29 })}" fill="#1b2026"/>`
}

export function hexNut({ metal }: Colours): string {
  return `<g transform="translate(-26 -14) scale(.94)">${nutShape(metal)}${bore(metal)}</g>
    <g transform="translate(186 158) scale(.54)">${nutShape(metal)}${bore(metal)}</g>`
}

export function lockNut({ body, metal }: Colours): string {
  return `<g transform="translate(0 8)">${nutShape(metal)}<circle cx="200" cy="188" r="84" fill="${shade(body, -0.3)}"/>
    <circle cx="200" cy="184" r="82" fill="url(#body)"/>
    <path d="M136,160A70,70 0 0 1 240,126" fill="none" stroke="#ffffff80" stroke-width="8" stroke-linecap="round"/>${bore(metal, 52)}</g>`
}

export function washers({ metal }: Colours): string {
  const one = (x: number, y: number, size: number) => `<g transform="translate(${x} ${y}) scale(${size})">
    <path fill="${shade(metal, -0.38)}" fill-rule="evenodd" d="M-100,8a100,100 0 1 0 200,0a100,100 0 1 0 -200,0ZM-46,8a46,46 0 1 0 92,0a46,46 0 1 0 -92,0Z"/>
    <path fill="url(#metal)" fill-rule="evenodd" d="M-100,0a100,100 0 1 0 200,0a100,100 0 1 0 -200,0ZM-46,0a46,46 0 1 0 92,0a46,46 0 1 0 -92,0Z"/>
    <circle r="73" fill="none" stroke="#ffffff55" stroke-width="3"/></g>`
  return one(150, 150, 0.96) + one(272, 232, 0.78) + one(126, 274, 0.55)
}

const woodScrewShape = (metal: string) => `
  <path d="M158,58H242L220,96H180Z" fill="url(#metal)"/><rect x="156" y="52" width="88" height="10" rx="4" fill="url(#metal)"/>
  <path d="M186,96H214V160L208,290L200,334L192,290L186,160Z" fill="url(#metal)"/>
  ${repeat(13, (n) => {
    const half = 21 - n * 1.1
    return `<path d="M${200 - half},${152 + n * 13}L${200 + half},${143 + n * 13}L${200 + half - 5},${150 + n * 13}L${200 - half + 5},${159 + n * 13}Z" fill="${shade(metal, -0.18)}"/>`
  })}`

export function woodScrew({ metal }: Colours): string {
  const one = woodScrewShape(metal)
  return `${[-104, -14, 76].map((x) => `<g transform="translate(${x} ${x / 12 - 4}) rotate(20 200 200)">${one}</g>`).join('')}`
}

export function machineScrew(): string {
  const one = `
    <path d="M156,104Q158,60 200,58Q242,60 244,104Z" fill="url(#metal)"/>
    <path d="M172,92Q178,72 198,69" fill="none" stroke="#ffffff90" stroke-width="6" stroke-linecap="round"/>
    <path d="M184,104H216V286L210,294H190L184,286Z" fill="url(#metal)"/>${threads(184, 32, { from: 112, to: 284 })}`
  return `<g transform="translate(0 12)">${pair(one)}</g>
    <circle cx="304" cy="266" r="58" fill="url(#metal)"/><circle cx="298" cy="258" r="40" fill="#ffffff2b"/>
    <path d="M297,234h14v25h25v14h-25v25h-14v-25h-25v-14h25Z" fill="#252b32cc"/>`
}

export function wedgeAnchor(): string {
  const one = `
    <rect x="185" y="46" width="30" height="230" rx="4" fill="url(#metal)"/>${threads(185, 30, { from: 46, to: 164 })}
    <rect x="160" y="112" width="80" height="10" rx="4" fill="url(#metal)" stroke="#0003" stroke-width="1.5"/>
    <path d="M164,76H236V112H164Z" fill="url(#metal)"/><path d="M186,76V112M214,76V112" stroke="#0003" stroke-width="3"/>
    <path d="M181,214H219L215,276H185Z" fill="url(#metal)" stroke="#0004" stroke-width="2"/>
    <path d="M200,224v44" stroke="#0005" stroke-width="3"/>
    <path d="M187,276H213L222,332H178Z" fill="url(#metal)"/>`
  return pair(one)
}

export function wallAnchor({ body, metal }: Colours): string {
  const plug = `
    <path d="M160,60H240V76H226L222,240L206,290H194L178,240L174,76H160Z" fill="url(#body)"/>
    ${repeat(8, (n) => `<path d="M176,${96 + n * 17}h48" stroke="${shade(body, -0.25)}" stroke-width="6"/>`)}
    <path d="M200,150V290" stroke="${shade(body, -0.5)}" stroke-width="5"/>
    <path d="M174,120l-12,24l14,-4ZM226,120l12,24l-14,-4Z" fill="${shade(body, -0.12)}"/>`
  return `<g transform="translate(-88 28) rotate(20 200 200)">${plug}</g><g transform="translate(6 28) rotate(20 200 200)">${plug}</g>
    <g transform="translate(96 2) rotate(20 200 200)">${woodScrewShape(metal)}</g>`
}
