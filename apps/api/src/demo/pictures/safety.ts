import { type Colours, repeat, shade } from './canvas.ts'

function hand({ body }: Colours): string {
  return `
    <path d="M118,210Q96,190 84,164Q76,144 90,136Q104,130 114,146L136,176Z" fill="url(#body)"/>
    ${[
      [128, 84, 30, 110],
      [162, 60, 31, 130],
      [197, 66, 31, 124],
      [231, 92, 28, 110]
    ]
      .map(
        ([x, y, width, height]) =>
          `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="15" fill="url(#body)"/>`
      )
      .join('')}
    <path d="M114,172Q114,160 130,158H240Q259,160 259,180V236Q259,268 232,276H146Q116,270 114,236Z" fill="url(#body)"/>
    <path d="M159,166V138M193,166V130M228,166V142" stroke="${shade(body, -0.35)}" stroke-width="4" stroke-linecap="round"/>
    <path d="M136,222Q186,250 240,216" fill="none" stroke="${shade(body, -0.25)}" stroke-width="4" stroke-linecap="round"/>
    <path d="M138,266H238L244,332H132Z" fill="url(#accent)"/>
    ${repeat(9, (n) => `<path d="M${142 + n * 11.6},270l${(n - 4) * 0.6},58" stroke="#00000026" stroke-width="4"/>`)}`
}

export function gloves(colours: Colours): string {
  return `<g transform="translate(440 2) scale(-1 1) rotate(-12 200 200)">
      <g transform="translate(-14 6) scale(.94)">${hand(colours)}</g></g>
    <g transform="translate(-44 4) rotate(-8 200 200) scale(.99)">${hand(colours)}</g>`
}

/** A carton with a slot, for what comes by the hundred. */
export function carton({ body, accent }: Colours): string {
  return `
    <path d="M70,150L300,138L344,104L132,110Z" fill="${shade(body, 0.35)}"/>
    <path d="M300,138L344,104V292L300,330Z" fill="${shade(body, -0.3)}"/>
    <path d="M70,150L300,138V330H70Z" fill="url(#body)"/>
    <path d="M134,136Q200,96 268,126Q240,148 196,142Q160,146 134,136Z" fill="${shade(body, -0.45)}"/>
    <path d="M150,134Q168,66 206,96Q226,58 252,124Q226,140 196,136Q170,138 150,134Z" fill="url(#accent)"/>
    <path d="M196,134Q190,112 206,98" fill="none" stroke="${shade(accent, -0.25)}" stroke-width="3"/>
    <rect x="92" y="186" width="186" height="86" rx="10" fill="#ffffffe6"/>
    <rect x="108" y="202" width="112" height="15" rx="7.5" fill="${shade(body, -0.15)}"/>
    <rect x="108" y="226" width="150" height="8" rx="4" fill="#9aa5b1"/><rect x="108" y="242" width="124" height="8" rx="4" fill="#c0c8d1"/>
    <rect x="92" y="290" width="60" height="22" rx="6" fill="${shade(body, -0.35)}"/>`
}

export function goggles({ body }: Colours): string {
  return `
    <path d="M60,170Q6,176 22,250Q30,292 92,300" fill="none" stroke="url(#dark)" stroke-width="22"/>
    <path d="M340,170Q394,176 378,250Q370,292 308,300" fill="none" stroke="url(#dark)" stroke-width="22"/>
    <path d="M46,190Q48,128 112,122H288Q352,128 354,190Q356,264 292,270Q248,272 228,242Q214,224 200,224T172,242Q152,272 108,270Q44,264 46,190Z" fill="url(#body)"/>
    <path d="M68,192Q70,148 116,144H284Q330,148 332,192Q334,244 290,248Q258,250 242,226Q222,202 200,202T158,226Q142,250 110,248Q66,244 68,192Z" fill="#bfe0ef"/>
    <path d="M84,190Q88,160 122,158H190L140,232Q84,240 84,190Z" fill="#ffffff8c"/><path d="M226,158H252L222,200L206,196Z" fill="#ffffff66"/>
    ${repeat(4, (n) => `<rect x="${158 + n * 23}" y="127" width="14" height="9" rx="4.5" fill="${shade(body, -0.4)}"/>`)}`
}

export function glasses({ body, accent }: Colours): string {
  return `
    <path d="M50,176Q26,120 92,86" fill="none" stroke="${shade(body, -0.25)}" stroke-width="13" stroke-linecap="round"/>
    <path d="M350,176Q374,120 308,86" fill="none" stroke="${shade(body, -0.25)}" stroke-width="13" stroke-linecap="round"/>
    <path d="M48,170Q44,152 64,150H180Q196,150 200,162Q204,150 220,150H336Q356,152 352,170L340,222Q328,268 278,268H258Q224,266 212,226Q206,210 200,210T188,226Q176,266 142,268H122Q72,268 60,222Z" fill="${accent}" opacity=".86"/>
    <path d="M72,176H132L104,246Q82,240 78,216Z" fill="#ffffff80"/><path d="M238,176H276L248,244Q236,232 232,212Z" fill="#ffffff66"/>
    <path d="M44,172Q40,146 64,144H184Q196,146 200,156Q204,146 216,144H336Q360,146 356,172Q334,160 300,160H232Q210,162 200,176Q190,162 168,160H100Q66,160 44,172Z" fill="url(#body)"/>
    <path d="M186,206Q200,190 214,206L222,236M178,236L186,206" fill="none" stroke="url(#dark)" stroke-width="8" stroke-linecap="round"/>`
}

export function earMuffs({ body }: Colours): string {
  const cup = `
    <ellipse cx="98" cy="238" rx="36" ry="66" fill="url(#dark)"/><ellipse cx="80" cy="238" rx="42" ry="72" fill="url(#body)"/>
    <ellipse cx="72" cy="238" rx="26" ry="50" fill="${shade(body, -0.22)}"/><ellipse cx="70" cy="234" rx="16" ry="36" fill="${shade(body, 0.2)}"/>`
  return `
    <path d="M86,190Q80,62 200,58Q320,62 314,190" fill="none" stroke="url(#dark)" stroke-width="26" stroke-linecap="round"/>
    <path d="M120,112Q146,70 200,70Q254,70 280,112" fill="none" stroke="${shade(body, 0.1)}" stroke-width="12" stroke-linecap="round"/>
    <path d="M86,186v34M314,186v34" stroke="url(#metal)" stroke-width="12"/>
    ${cup}<g transform="translate(400 0) scale(-1 1)">${cup}</g>`
}

export function earPlugs({ body, accent }: Colours): string {
  const plug = `<path d="M-26,70Q-30,-40 0,-62Q30,-40 26,70Z" fill="url(#body)"/>
    <path d="M-12,-10Q-10,-36 0,-46" fill="none" stroke="#ffffff80" stroke-width="6" stroke-linecap="round"/>
    <path d="M-26,34Q0,48 27,34" fill="none" stroke="${shade(body, -0.2)}" stroke-width="5"/><rect x="-9" y="66" width="18" height="34" rx="8" fill="url(#accent)"/>`
  return `
    <path d="M128,268Q120,344 196,336Q292,324 272,258" fill="none" stroke="${accent}" stroke-width="9"/>
    <path d="M128,268Q120,344 196,336Q292,324 272,258" fill="none" stroke="#ffffff40" stroke-width="3"/>
    <g transform="translate(134 170) rotate(-14) scale(1.2)">${plug}</g><g transform="translate(264 160) rotate(16) scale(1.2)">${plug}</g>`
}

export function respirator({ body }: Colours): string {
  const filter = `
    <circle cx="96" cy="232" r="66" fill="${shade(body, -0.25)}"/><circle cx="90" cy="228" r="64" fill="url(#body)"/>
    <circle cx="90" cy="228" r="46" fill="${shade(body, 0.18)}"/>
    ${repeat(5, (n) => `<path d="M${58 + n * 16},${206 - (n % 2) * 3}v44" stroke="${shade(body, -0.2)}" stroke-width="5" stroke-linecap="round"/>`)}`
  return `
    <path d="M120,150Q60,96 44,60M280,150Q340,96 356,60" fill="none" stroke="url(#dark)" stroke-width="15" stroke-linecap="round"/>
    <path d="M200,70Q232,74 246,126L286,190Q312,262 262,300Q232,322 200,322T138,300Q88,262 114,190L154,126Q168,74 200,70Z" fill="url(#accent)"/>
    <path d="M176,120Q184,92 200,90" fill="none" stroke="#ffffff60" stroke-width="8" stroke-linecap="round"/>
    ${filter}<g transform="translate(400 0) scale(-1 1)">${filter}</g>
    <circle cx="200" cy="246" r="38" fill="url(#dark)"/><circle cx="200" cy="246" r="27" fill="#5c6773"/>
    ${repeat(3, (n) => `<path d="M180,${234 + n * 12}h40" stroke="#2a3138" stroke-width="5" stroke-linecap="round"/>`)}`
}

export function dustMask({ body, accent }: Colours): string {
  return `
    <path d="M84,180Q14,150 30,92M84,250Q18,268 30,318" fill="none" stroke="${accent}" stroke-width="8"/>
    <path d="M316,180Q386,150 370,92M316,250Q382,268 370,318" fill="none" stroke="${accent}" stroke-width="8"/>
    <path d="M72,214Q72,96 200,84Q328,96 328,214Q326,316 200,322Q74,316 72,214Z" fill="${shade(body, -0.12)}"/>
    <path d="M80,210Q82,104 200,92Q318,104 320,210Q316,302 200,308Q84,302 80,210Z" fill="url(#body)"/>
    <path d="M104,196Q112,120 184,110" fill="none" stroke="#ffffff" stroke-width="9" stroke-linecap="round"/>
    <path d="M160,102Q200,86 240,102L232,116Q200,104 168,116Z" fill="url(#metal)"/>
    <rect x="158" y="194" width="84" height="72" rx="16" fill="url(#accent)"/>
    ${repeat(4, (n) => `<path d="M172,${210 + n * 14}h56" stroke="#0000003d" stroke-width="5" stroke-linecap="round"/>`)}
    <path d="M98,214Q100,286 190,294" fill="none" stroke="${shade(body, -0.12)}" stroke-width="3"/>`
}
