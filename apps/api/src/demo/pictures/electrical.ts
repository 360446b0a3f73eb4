import { type Colours, repeat, shade } from './canvas.ts'

export function cableReel({ body, accent }: Colours): string {
  return `
    <ellipse cx="266" cy="196" rx="74" ry="134" fill="${shade(accent, -0.35)}"/>
    <path d="M132,92H268Q318,100 318,196T268,300H132Z" fill="url(#body)"/>
    ${repeat(9, (n) => `<path d="M${146 + n * 15},92Q${196 + n * 15},110 ${196 + n * 15},196T${146 + n * 15},300" fill="none" stroke="${shade(body, -0.28)}" stroke-width="4"/>`)}
    <ellipse cx="132" cy="196" rx="76" ry="136" fill="${shade(accent, -0.25)}"/><ellipse cx="126" cy="196" rx="74" ry="134" fill="url(#accent)"/>
    <ellipse cx="124" cy="196" rx="50" ry="92" fill="none" stroke="${shade(accent, -0.2)}" stroke-width="5"/>
    <ellipse cx="124" cy="196" rx="20" ry="37" fill="url(#dark)"/><ellipse cx="128" cy="198" rx="11" ry="22" fill="#10151a"/>
    ${repeat(6, (n) => `<circle cx="${(124 + 36 * Math.cos(n * 1.047)).toFixed(1)}" cy="${(196 + 65 * Math.sin(n * 1.047)).toFixed(1)}" r="5" fill="${shade(accent, -0.4)}"/>`)}
    <path d="M286,294Q330,336 366,316" fill="none" stroke="url(#body)" stroke-width="11" stroke-linecap="round"/>
    <path d="M362,319l14,-8" stroke="#c87a3a" stroke-width="6" stroke-linecap="round"/>`
}

export function cord({ body }: Colours): string {
  return `
    ${repeat(6, (n) => {
      const [rx, ry] = [130 - n * 9, 112 - n * 8]
      return `<ellipse cx="${190 + (n % 2) * 5}" cy="${206 - (n % 3) * 4}" rx="${rx}" ry="${ry}" fill="none" stroke="${shade(body, n % 2 ? -0.18 : 0.06)}" stroke-width="13"/>
        <ellipse cx="${190 + (n % 2) * 5}" cy="${203 - (n % 3) * 4}" rx="${rx}" ry="${ry}" fill="none" stroke="#ffffff38" stroke-width="2.5"/>`
    })}
    <rect x="172" y="84" width="42" height="66" rx="12" fill="url(#dark)"/><path d="M176,104h34M176,128h34" stroke="#ffffff30" stroke-width="4"/>
    <path d="M262,266Q306,316 330,300" fill="none" stroke="url(#body)" stroke-width="13"/>
    <g transform="rotate(-32 344 286)"><rect x="316" y="268" width="50" height="38" rx="10" fill="url(#dark)"/>
      <path d="M366,278h18M366,296h18" stroke="url(#metal)" stroke-width="6"/><path d="M366,278h18v-3h-18ZM366,296h18v-3h-18Z" fill="#b9c1ca"/></g>`
}

export function cableTies({ body }: Colours): string {
  const tie = (n: number) => `<g transform="rotate(${-34 + n * 11} 200 330)">
    <path d="M194,330V90L200,66L206,90V330Z" fill="url(#${n % 2 ? 'accent' : 'body'})"/>
    ${repeat(18, (i) => `<path d="M196,${106 + i * 11}h8" stroke="#00000040" stroke-width="2"/>`)}
    <rect x="187" y="306" width="26" height="24" rx="5" fill="${shade(body, -0.15)}"/></g>`
  return `${repeat(7, tie)}<rect x="136" y="262" width="128" height="46" rx="12" fill="#e9eef3"/><rect x="136" y="262" width="128" height="12" rx="6" fill="#ffffff"/>
    <rect x="156" y="280" width="88" height="8" rx="4" fill="#97a2ae"/><rect x="168" y="293" width="64" height="6" rx="3" fill="#c2cad3"/>`
}

export function workLight({ body }: Colours): string {
  return `
    <path d="M112,326L146,232H254L288,326" fill="none" stroke="url(#dark)" stroke-width="18" stroke-linejoin="round" stroke-linecap="round"/>
    <rect x="80" y="70" width="240" height="168" rx="24" fill="url(#body)"/><rect x="100" y="90" width="200" height="128" rx="12" fill="#2b323a"/>
    <rect x="108" y="98" width="184" height="112" rx="8" fill="#fff6cf"/>
    ${repeat(24, (n) => `<circle cx="${128 + (n % 6) * 29}" cy="${114 + Math.floor(n / 6) * 27}" r="8" fill="#ffd95e" stroke="#f3b82a" stroke-width="2"/>`)}
    <path d="M108,98H226L150,210H108Z" fill="#ffffff50"/>
    <path d="M150,70Q150,46 174,46H226Q250,46 250,70" fill="none" stroke="url(#dark)" stroke-width="14"/>
    <circle cx="80" cy="168" r="15" fill="url(#dark)"/><circle cx="320" cy="168" r="15" fill="url(#dark)"/>
    <rect x="94" y="74" width="150" height="8" rx="4" fill="${shade(body, 0.55)}"/>`
}

export function bulb({ body }: Colours): string {
  return `
    <circle cx="200" cy="156" r="132" fill="#ffe9a0" opacity=".35"/><circle cx="200" cy="156" r="112" fill="#ffe9a0" opacity=".35"/>
    <path d="M200,62Q292,66 294,154Q292,198 256,230L246,262H154L144,230Q108,198 106,154Q108,66 200,62Z" fill="#fffdf2"/>
    <path d="M256,230L246,262H154L144,230Q108,198 106,154Q150,236 256,230Z" fill="#f1e6bd" opacity=".7"/>
    <path d="M130,146Q136,96 184,86" fill="none" stroke="#ffffff" stroke-width="12" stroke-linecap="round"/>
    <path d="M148,236H252L244,282H156Z" fill="url(#body)"/><path d="M156,282H244V306Q244,324 222,326H178Q156,324 156,306Z" fill="url(#metal)"/>
    ${repeat(3, (n) => `<path d="M152,${290 + n * 12}l96,-6" stroke="${shade(body, -0.5)}66" stroke-width="5" stroke-linecap="round"/>`)}
    <ellipse cx="200" cy="330" rx="20" ry="8" fill="#3a434c"/>`
}

export function headlamp({ body, accent }: Colours): string {
  return `
    <path d="M44,214Q52,92 200,88Q348,92 356,214Q352,300 200,316Q48,300 44,214Z" fill="none" stroke="url(#body)" stroke-width="34"/>
    <path d="M44,214Q52,92 200,88Q348,92 356,214" fill="none" stroke="${shade(body, -0.3)}" stroke-width="5" stroke-dasharray="14 12"/>
    <rect x="134" y="226" width="132" height="104" rx="26" fill="url(#dark)"/><circle cx="200" cy="276" r="42" fill="url(#metal)"/>
    <circle cx="200" cy="276" r="33" fill="#fff3bf"/><circle cx="200" cy="276" r="15" fill="#ffd24a"/><path d="M176,262Q184,248 200,248" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>
    <rect x="182" y="218" width="36" height="13" rx="6" fill="${accent}"/>`
}

export function wallSwitch({ body }: Colours): string {
  return `
    <rect x="112" y="52" width="186" height="282" rx="18" fill="${shade(body, -0.24)}"/><rect x="106" y="46" width="186" height="282" rx="18" fill="url(#body)"/>
    <rect x="154" y="104" width="90" height="166" rx="8" fill="${shade(body, -0.3)}"/>
    <path d="M159,109H239V186H159Z" fill="${shade(body, 0.3)}"/><path d="M159,186H239V265H159Z" fill="${shade(body, -0.1)}"/>
    <path d="M159,186H239" stroke="#00000025" stroke-width="3"/><rect x="190" y="126" width="18" height="5" rx="2.5" fill="#4bb36a"/>
    ${[76, 298].map((y) => `<circle cx="199" cy="${y}" r="8" fill="url(#metal)"/><path d="M194,${y}h10" stroke="#0006" stroke-width="2"/>`).join('')}`
}

export function outlet({ body }: Colours): string {
  const socket = (
    y: number
  ) => `<rect x="150" y="${y}" width="98" height="88" rx="34" fill="${shade(body, -0.1)}"/>
    <rect x="154" y="${y + 3}" width="90" height="80" rx="30" fill="${shade(body, 0.2)}"/>
    <rect x="176" y="${y + 20}" width="8" height="26" rx="2" fill="#2a3138"/><rect x="212" y="${y + 22}" width="8" height="22" rx="2" fill="#2a3138"/>
    <path d="M190,${y + 70}v-8a9,9 0 0 1 18,0v8Z" fill="#2a3138"/>`
  return `<rect x="112" y="52" width="186" height="282" rx="18" fill="${shade(body, -0.24)}"/><rect x="106" y="46" width="186" height="282" rx="18" fill="url(#body)"/>
    ${socket(76)}${socket(210)}<rect x="176" y="173" width="20" height="12" rx="3" fill="#25292e"/><rect x="202" y="173" width="20" height="12" rx="3" fill="#c8443b"/>
    <circle cx="199" cy="198" r="4" fill="#4bb36a"/>`
}
