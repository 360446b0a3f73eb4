import { type Colours, repeat, shade } from './canvas.ts'

const oneWrench = `
  <path fill="url(#metal)" fill-rule="evenodd" d="M166,88a34,34 0 1 0 68,0a34,34 0 1 0 -68,0Z
    M200,67l18,10.5v21l-18,10.5l-18,-10.5v-21Z"/>
  <path d="M187,116h26l-4,160h-18Z" fill="url(#metal)"/>
  <path d="M195,128h10l-2,136h-6Z" fill="#00000022"/>
  <path transform="rotate(15 200 296)" fill="url(#metal)"
    d="M179,332A42,42 0 1 1 221,332L219,298L200,286L181,298Z"/>`

export function wrench(): string {
  return `<g transform="translate(0 -2) rotate(38 200 200) translate(-20 -20) scale(1.1)">${oneWrench}</g>`
}

export function wrenchSet(): string {
  const at = [60, 126, 188, 244, 294]
  return repeat(5, (n) => {
    const size = 0.98 - n * 0.13
    return `<g transform="translate(${at[n]} ${330 - 338 * size}) scale(${size}) translate(-166 0)">${oneWrench}</g>`
  })
}

export function adjustableWrench({ body }: Colours): string {
  return `<g transform="translate(6 -4) rotate(36 200 200)">
    <path d="M180,160L148,128L142,66Q143,54 156,54L178,60L182,108H240L246,132L222,162Z" fill="url(#metal)"/>
    <path d="M196,104L194,68Q200,58 214,60L242,70Q252,78 244,104Z" fill="url(#metal)"
      stroke="#00000030" stroke-width="2"/>
    <rect x="192" y="118" width="36" height="18" rx="4" fill="url(#dark)"/>
    ${repeat(6, (n) => `<path d="M${195 + n * 6},118v18" stroke="#8b96a3" stroke-width="1.5"/>`)}
    <rect x="183" y="150" width="34" height="194" rx="15" fill="url(#metal)"/>
    <rect x="178" y="196" width="44" height="140" rx="19" fill="url(#body)"/>
    ${repeat(6, (n) => `<rect x="186" y="${216 + n * 15}" width="28" height="6" rx="3" fill="${shade(body, -0.3)}"/>`)}
    <circle cx="200" cy="320" r="7" fill="#f4f6f8"/>
  </g>`
}

export function hexKeys({ body }: Colours): string {
  const key = (n: number) => {
    const [x, top, arm, width] = [92 + n * 44, 70 + n * 26, 66 - n * 7, 19 - n * 3]
    return `<path d="M${x},300V${top + 18}Q${x},${top} ${x + 18},${top}H${x + arm}" fill="none" stroke="url(#metal)"
      stroke-width="${width}"/><path d="M${x - 3},290V${top + 18}Q${x - 3},${top - 2} ${x + 18},${top - 3}" fill="none"
      stroke="#ffffff55" stroke-width="2"/>`
  }
  return `${repeat(5, key)}
    <rect x="66" y="230" width="236" height="96" rx="18" fill="url(#body)"/>
    <rect x="66" y="230" width="236" height="20" rx="10" fill="${shade(body, 0.28)}"/>
    ${repeat(5, (n) => `<rect x="${80 + n * 44}" y="264" width="26" height="44" rx="6" fill="${shade(body, -0.22)}"/>`)}`
}

function oneScrewdriver(body: string, tip: 'flat' | 'cross'): string {
  const end =
    tip === 'flat'
      ? '<path d="M193,290l-4,34q0,10 3,14h16q3,-4 3,-14l-4,-34Z" fill="url(#metal)"/>'
      : '<path d="M193,300v14l4,26h6l4,-26v-14Z" fill="url(#metal)"/><path d="M200,304v34" stroke="#0004" stroke-width="2"/>'
  return `
    <rect x="193" y="170" width="14" height="146" fill="url(#metal)"/>${end}
    <path d="M174,66Q176,44 200,44Q224,44 226,66L222,150Q221,172 208,180H192Q179,172 178,150Z" fill="url(#body)"/>
    ${repeat(3, (n) => `<rect x="${182 + n * 13}" y="70" width="7" height="76" rx="3.5" fill="${shade(body, -0.28)}"/>`)}
    <path d="M176,64Q180,48 200,48Q218,48 223,60Z" fill="#ffffff50"/>
    <rect x="185" y="166" width="30" height="16" rx="5" fill="url(#dark)"/>`
}

export function screwdriver({ body }: Colours): string {
  return `<g transform="translate(0 -4) rotate(40 200 200)">${oneScrewdriver(body, 'cross')}</g>`
}

export function screwdriverSet({ body, accent }: Colours): string {
  const colours = [body, accent, body, accent]
  return repeat(4, (n) => {
    const size = 0.94 - n * 0.09
    const tip = n % 2 ? 'flat' : 'cross'
    const one = oneScrewdriver(colours[n] ?? body, tip).replaceAll('#body', n % 2 ? '#accent' : '#body')
    return `<g transform="translate(${[44, 128, 206, 278][n]} ${332 - 340 * size}) scale(${size}) translate(-168 0)">${one}</g>`
  })
}

export function hammer({ body }: Colours): string {
  return `<g transform="translate(-6 2) rotate(28 200 200)">
    <path d="M187,110h26l4,110l6,116q0,12 -12,12h-22q-12,0 -12,-12l6,-116Z" fill="url(#accent)"/>
    <path d="M182,214h36l6,122q0,12 -12,12h-24q-12,0 -12,-12Z" fill="url(#body)"/>
    ${repeat(7, (n) => `<path d="M186,${234 + n * 15}h28" stroke="${shade(body, -0.3)}" stroke-width="5" stroke-linecap="round"/>`)}
    <path d="M148,82L178,76H226Q296,78 322,132Q286,108 238,116L222,126H178L148,118Z" fill="url(#metal)"/>
    <path d="M226,80Q290,84 316,124Q284,96 226,92Z" fill="#ffffff66"/>
    <rect x="102" y="74" width="42" height="52" rx="7" fill="url(#metal)"/>
    <rect x="142" y="84" width="12" height="32" fill="url(#dark)"/>
    <rect x="184" y="72" width="32" height="10" rx="4" fill="url(#dark)"/>
  </g>`
}

export function mallet({ body }: Colours): string {
  return `<g transform="translate(0 6) rotate(24 200 200)">
    <path d="M188,150h24l8,180q0,12 -12,12h-16q-12,0 -12,-12Z" fill="url(#accent)"/>
    <path d="M183,240h34l3,92q0,12 -12,12h-16q-12,0 -12,-12Z" fill="url(#dark)"/>
    <rect x="112" y="66" width="176" height="92" rx="16" fill="url(#body)"/>
    <rect x="112" y="66" width="34" height="92" rx="15" fill="${shade(body, -0.25)}"/>
    <rect x="254" y="66" width="34" height="92" rx="15" fill="${shade(body, -0.25)}"/>
    <rect x="154" y="76" width="92" height="12" rx="6" fill="#ffffff40"/>
  </g>`
}

export function tapeMeasure({ body, accent }: Colours): string {
  return `
    <path d="M236,292h112v26h-112Z" fill="#f6d33c"/><path d="M236,292h112v6h-112Z" fill="#fff3"/>
    ${repeat(11, (n) => `<path d="M${250 + n * 9},318v-${n % 5 ? 8 : 15}" stroke="#222" stroke-width="1.8"/>`)}
    <path d="M346,286h7v42h-7Z" fill="url(#metal)"/>
    <path d="M92,132Q92,84 140,84H232Q284,84 284,140V326H116Q92,326 92,302Z" fill="url(#body)"/>
    <path d="M92,270H284V326H116Q92,326 92,302Z" fill="${shade(body, -0.45)}"/>
    <path d="M104,134Q104,96 142,96H230" fill="none" stroke="#ffffff55" stroke-width="7" stroke-linecap="round"/>
    <circle cx="186" cy="186" r="64" fill="${shade(body, -0.45)}"/><circle cx="186" cy="186" r="54" fill="url(#accent)"/>
    <circle cx="186" cy="186" r="54" fill="none" stroke="${shade(accent, -0.25)}" stroke-width="3"/>
    <path d="M150,206L186,150L222,206Z" fill="${shade(body, -0.55)}"/><path d="M170,206L186,180L202,206Z" fill="${accent}"/>
    <rect x="152" y="214" width="68" height="8" rx="4" fill="${shade(body, -0.55)}"/>
    <rect x="238" y="104" width="40" height="22" rx="8" fill="url(#dark)"/>`
}

export function level({ body }: Colours): string {
  const vial = (x: number, turn: number) => `<g transform="rotate(${turn} ${x} 200)">
    <rect x="${x - 26}" y="186" width="52" height="28" rx="12" fill="#c9ea3d"/>
    <rect x="${x - 26}" y="188" width="52" height="8" rx="4" fill="#ffffff88"/>
    <ellipse cx="${x}" cy="200" rx="10" ry="8" fill="#f4ffd0" stroke="#7da00e" stroke-width="1.5"/>
    <path d="M${x - 13},186v28M${x + 13},186v28" stroke="#36420a" stroke-width="2"/></g>`
  return `<g transform="translate(0 30) rotate(-24 200 200)">
    <rect x="22" y="160" width="356" height="80" rx="8" fill="url(#body)"/>
    <rect x="22" y="160" width="356" height="12" rx="6" fill="${shade(body, 0.4)}"/>
    <rect x="22" y="228" width="356" height="12" rx="6" fill="${shade(body, -0.3)}"/>
    <rect x="16" y="156" width="22" height="88" rx="6" fill="url(#dark)"/><rect x="362" y="156" width="22" height="88" rx="6" fill="url(#dark)"/>
    ${[92, 200, 308].map((x) => `<rect x="${x - 36}" y="174" width="72" height="52" rx="12" fill="${shade(body, -0.4)}"/>`).join('')}
    ${vial(92, 90)}${vial(200, 0)}${vial(308, 45)}
  </g>`
}

export function caliper(): string {
  return `<g transform="translate(4 16) rotate(-16 200 200)">
    <rect x="40" y="166" width="330" height="34" rx="3" fill="url(#metal)"/>
    ${repeat(30, (n) => `<path d="M${78 + n * 9.4},200v-${n % 5 ? 8 : 15}" stroke="#3b444e" stroke-width="1.6"/>`)}
    <path d="M40,166h34v34l-4,118l-22,-24l-8,-94Z M48,166l4,-42l14,42Z" fill="url(#metal)"/>
    <path d="M104,160h40v44l-34,20l-30,94l-6,-118h26Z M92,166l-14,-42l-4,42Z" fill="url(#metal)"/>
    <rect x="104" y="142" width="138" height="84" rx="12" fill="url(#dark)"/>
    <rect x="120" y="154" width="88" height="38" rx="5" fill="#cfd9c2"/>
    <path d="M134,162v22M150,162h12v11h-12v11h12M176,162h12v22h-12ZM167,183v2M196,162h6v22h-6Z" fill="none"
      stroke="#242c22" stroke-width="3.4" stroke-linejoin="round"/>
    ${repeat(3, (n) => `<circle cx="${132 + n * 28}" cy="209" r="8" fill="${['#d9483b', '#e8edf2', '#4b8fd6'][n]}"/>`)}
    <circle cx="258" cy="212" r="13" fill="url(#metal)" stroke="#0003" stroke-width="2"/>
  </g>`
}
