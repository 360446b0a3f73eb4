import { type Colours, repeat, shade } from './canvas.ts'

const label = (
  x: number,
  y: number,
  { width, height, tint }: { width: number; height: number; tint: string }
) => `
  <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#fffffff0"/>
  <rect x="${x}" y="${y}" width="${width}" height="${height * 0.32}" rx="8" fill="${tint}"/>
  <rect x="${x + width * 0.14}" y="${y + height * 0.46}" width="${width * 0.72}" height="${height * 0.1}" rx="3" fill="#8893a0"/>
  <rect x="${x + width * 0.14}" y="${y + height * 0.64}" width="${width * 0.5}" height="${height * 0.08}" rx="3" fill="#bcc5ce"/>`

export function sprayBottle({ accent }: Colours): string {
  return `
    <path d="M164,140H236L240,168Q282,186 282,226V314Q282,330 266,330H134Q118,330 118,314V226Q118,186 160,168Z" fill="url(#body)" opacity=".93"/>
    <path d="M132,230Q132,196 164,182" fill="none" stroke="#ffffff80" stroke-width="9" stroke-linecap="round"/>
    ${label(134, 214, { width: 132, height: 96, tint: shade(accent, -0.05) })}
    <rect x="166" y="118" width="68" height="30" rx="6" fill="url(#accent)"/>
    <path d="M108,66H252Q286,68 294,98L258,104Q240,108 236,122H168V98H108Z" fill="url(#accent)"/>
    <rect x="90" y="66" width="22" height="34" rx="5" fill="${shade(accent, -0.3)}"/>
    <path d="M142,98H164Q158,130 132,158Q120,154 122,146Q140,128 142,98Z" fill="${shade(accent, -0.3)}"/>
    <rect x="126" y="72" width="118" height="8" rx="4" fill="#ffffff50"/>`
}

export function jug({ accent }: Colours): string {
  return `
    <path fill-rule="evenodd" d="M150,98H206L214,120H264Q300,124 304,164V312Q304,330 286,330H114Q96,330 96,312V184Q98,150 146,122Z
      M236,152Q226,152 226,162V204Q226,214 236,214H258Q268,214 268,204V166Q266,152 252,152Z" fill="url(#body)"/>
    <path d="M112,196Q114,164 150,144" fill="none" stroke="#ffffff80" stroke-width="9" stroke-linecap="round"/>
    <rect x="146" y="60" width="64" height="42" rx="8" fill="url(#accent)"/>
    ${repeat(6, (n) => `<path d="M${154 + n * 10},64v34" stroke="${shade(accent, -0.3)}" stroke-width="3"/>`)}
    ${label(118, 228, { width: 164, height: 84, tint: accent })}`
}

export function glueBottle({ accent }: Colours): string {
  return `
    <path d="M190,42H210L222,96H178Z" fill="url(#accent)"/><rect x="166" y="92" width="68" height="30" rx="7" fill="url(#accent)"/>
    ${repeat(6, (n) => `<path d="M${174 + n * 10.4},96v22" stroke="${shade(accent, -0.3)}" stroke-width="3"/>`)}
    <path d="M168,122H232Q278,134 278,180V312Q278,330 260,330H140Q122,330 122,312V180Q122,134 168,122Z" fill="url(#body)"/>
    <path d="M138,190Q138,156 164,142" fill="none" stroke="#ffffff80" stroke-width="9" stroke-linecap="round"/>
    ${label(134, 192, { width: 132, height: 110, tint: accent })}`
}

export function caulkTube({ body, accent }: Colours): string {
  return `<g transform="translate(0 -4) rotate(32 200 200)">
    <path d="M192,18H208L216,96H184Z" fill="url(#accent)"/><rect x="150" y="94" width="100" height="18" rx="6" fill="${shade(accent, -0.15)}"/>
    <rect x="154" y="110" width="92" height="230" rx="5" fill="url(#body)"/><rect x="164" y="110" width="12" height="230" fill="#ffffff45"/>
    ${label(154, 150, { width: 92, height: 130, tint: accent })}
    <rect x="152" y="322" width="96" height="18" rx="5" fill="${shade(body, -0.3)}"/></g>`
}

export function tapeRoll({ body }: Colours): string {
  return `
    <path d="M92,196a118,118 0 0 1 236,0v12a118,118 0 0 1 -236,0Z" fill="${shade(body, -0.35)}" transform="translate(14 10)"/>
    <circle cx="200" cy="196" r="128" fill="url(#body)"/>
    ${repeat(5, (n) => `<circle cx="200" cy="196" r="${86 + n * 9}" fill="none" stroke="#0000001f" stroke-width="2"/>`)}
    <circle cx="200" cy="196" r="74" fill="#b98a55"/><circle cx="200" cy="196" r="62" fill="#8d6436"/><circle cx="204" cy="200" r="57" fill="#eef1f4"/>
    <path d="M200,324H346V296Q320,292 290,288" fill="url(#body)"/><path d="M110,130Q140,84 196,82" fill="none" stroke="#ffffff70" stroke-width="10" stroke-linecap="round"/>`
}

export function bin({ body }: Colours): string {
  return `
    <path d="M96,112H318L332,300H120Z" fill="${shade(body, -0.42)}"/>
    <path d="M70,128L96,112L128,298L104,330Z" fill="${shade(body, -0.15)}"/>
    <path d="M330,128L318,112L322,298L336,330Z" fill="${shade(body, -0.32)}"/>
    <path d="M76,212Q88,214 92,222L100,232H300L312,222Q318,212 328,212L340,330H100Z" fill="url(#body)"/>
    <path d="M62,120Q66,106 84,104H320Q334,106 336,118L332,132Q326,122 312,122H92Q78,122 76,140Z" fill="${shade(body, 0.12)}"/>
    <rect x="146" y="262" width="132" height="44" rx="6" fill="#ffffffe0"/><rect x="160" y="276" width="84" height="7" rx="3.5" fill="#8893a0"/><rect x="160" y="289" width="56" height="6" rx="3" fill="#bcc5ce"/>
    <rect x="104" y="238" width="196" height="8" rx="4" fill="#ffffff45"/>`
}

export function shelving({ metal, accent }: Colours): string {
  const box = (x: number, y: number, size: number, tint: string) =>
    `<rect x="${x}" y="${y - size}" width="${size * 1.2}" height="${size}" rx="3" fill="${tint}"/><rect x="${x + size * 0.46}" y="${y - size}" width="${size * 0.24}" height="${size}" fill="#00000018"/>`
  return `
    ${box(100, 122, 36, '#c99b64')}${box(156, 122, 46, '#b98850')}${box(236, 122, 40, accent)}
    ${box(104, 202, 48, accent)}${box(180, 202, 40, '#c99b64')}${box(242, 202, 44, '#b98850')}${box(108, 282, 44, '#c99b64')}${box(178, 282, 54, '#b98850')}
    ${repeat(
      4,
      (
        n
      ) => `<rect x="76" y="${122 + n * 80 - (n === 3 ? 42 : 0)}" width="248" height="13" rx="2" fill="url(#metal)"/>
      <rect x="76" y="${132 + n * 80 - (n === 3 ? 42 : 0)}" width="248" height="4" fill="#0003"/>`
    )}
    ${[74, 312].map((x) => `<rect x="${x}" y="54" width="14" height="278" rx="3" fill="${shade(metal, -0.2)}"/>${repeat(14, (n) => `<circle cx="${x + 7}" cy="${68 + n * 19}" r="2.4" fill="#0006"/>`)}`).join('')}`
}

export function bucket({ body, accent }: Colours): string {
  return `
    <path d="M92,140Q96,34 200,34Q304,34 308,140" fill="none" stroke="url(#metal)" stroke-width="9"/>
    <rect x="172" y="26" width="56" height="18" rx="9" fill="url(#accent)"/>
    <path d="M84,134H316L292,314Q288,330 268,330H132Q112,330 108,314Z" fill="url(#body)"/>
    <path d="M110,170L126,300" stroke="#ffffff60" stroke-width="10" stroke-linecap="round"/>
    <ellipse cx="200" cy="134" rx="122" ry="24" fill="${shade(body, 0.2)}"/><ellipse cx="200" cy="137" rx="108" ry="18" fill="${shade(body, -0.45)}"/>
    <path d="M94,192Q200,222 306,192" fill="none" stroke="${shade(body, -0.25)}" stroke-width="5"/>
    <rect x="158" y="226" width="84" height="66" rx="8" fill="#ffffffd8"/><rect x="170" y="240" width="60" height="10" rx="5" fill="${accent}"/><rect x="170" y="260" width="46" height="7" rx="3.5" fill="#aab4bf"/>`
}
