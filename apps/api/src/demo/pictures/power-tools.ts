import { type Colours, polygon, repeat, shade } from './canvas.ts'

const battery = (x: number, y: number, width = 118) => `
  <rect x="${x}" y="${y}" width="${width}" height="50" rx="10" fill="url(#dark)"/>
  <rect x="${x}" y="${y}" width="${width}" height="12" rx="6" fill="#ffffff22"/>
  <rect x="${x + width - 44}" y="${y + 24}" width="30" height="10" rx="5" fill="#56d364"/>`

const vents = (x: number, y: number) =>
  repeat(4, (n) => `<rect x="${x + n * 13}" y="${y}" width="6" height="34" rx="3" fill="#0000004d"/>`)

/** A saw blade with teeth around its edge. */
export function toothed(x: number, y: number, radius: number): string {
  const teeth = Array.from({ length: 72 }, (_, n) => {
    const angle = (n * Math.PI) / 36 + (n % 2 ? 0.05 : 0)
    const reach = n % 2 ? radius : radius * 0.93
    return `${(x + reach * Math.cos(angle)).toFixed(1)},${(y + reach * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
  return `<polygon points="${teeth}" fill="url(#metal)"/>`
}

function pistol(nose: string, { body, accent }: Colours): string {
  return `
    <path d="M118,170L196,166L178,290H104Z" fill="url(#body)"/>
    <path d="M128,196L150,194L134,286H110Z" fill="url(#dark)"/>
    <path d="M192,184Q210,196 202,226L190,232L196,184Z" fill="url(#accent)"/>
    <rect x="84" y="92" width="182" height="86" rx="30" fill="url(#body)"/>
    <rect x="104" y="100" width="140" height="14" rx="7" fill="#ffffff45"/>
    <path d="M84,122Q84,92 114,92H132V178H114Q84,178 84,148Z" fill="url(#dark)"/>
    ${vents(150, 128)}${nose}
    <rect x="212" y="98" width="22" height="10" rx="5" fill="${shade(accent, -0.1)}"/>
    <rect x="92" y="276" width="104" height="14" rx="5" fill="${shade(body, -0.3)}"/>${battery(82, 286)}`
}

export function drill(colours: Colours): string {
  return pistol(
    `<rect x="258" y="96" width="22" height="78" rx="8" fill="url(#accent)"/>
    ${repeat(5, (n) => `<path d="M262,${104 + n * 15}h14" stroke="#0004" stroke-width="3"/>`)}
    <path d="M280,104H310L326,122V148L310,166H280Z" fill="url(#dark)"/>
    <path d="M284,118H320M284,152H320" stroke="#ffffff2a" stroke-width="3"/>
    <path d="M326,130H356L364,135L356,140H326Z" fill="url(#metal)"/>`,
    colours
  )
}

export function impactDriver(colours: Colours): string {
  return `<g transform="translate(24 0)">${pistol(
    `<path d="M248,92Q290,100 300,122V148Q290,170 248,178Z" fill="url(#dark)"/>
    <path d="M256,104Q280,110 290,124" fill="none" stroke="#ffffff40" stroke-width="5" stroke-linecap="round"/>
    <rect x="298" y="120" width="24" height="30" rx="4" fill="url(#metal)"/><rect x="320" y="129" width="24" height="12" fill="url(#metal)"/>`,
    colours
  )}</g>`
}

export function circularSaw({ body }: Colours): string {
  return `
    ${toothed(190, 222, 112)}
    <circle cx="190" cy="222" r="24" fill="url(#dark)"/><circle cx="190" cy="222" r="9" fill="url(#metal)"/>
    <path d="M70,226A120,120 0 0 1 306,190L232,214Q220,184 190,184Q156,186 152,226Z" fill="url(#body)"/>
    <path d="M88,204A106,106 0 0 1 208,122" fill="none" stroke="#ffffff55" stroke-width="8" stroke-linecap="round"/>
    <path d="M196,104Q196,66 240,66H292Q330,66 336,110L344,192L308,200L300,128Q298,104 276,104H246Q230,104 228,122Z" fill="url(#dark)"/>
    <path d="M232,104H282L276,124H238Z" fill="url(#accent)"/>
    <path d="M262,186H344Q356,186 356,200V250Q356,264 342,264H262Z" fill="url(#body)"/>${vents(286, 208)}
    <rect x="40" y="282" width="320" height="18" rx="6" fill="url(#metal)"/>
    <rect x="40" y="282" width="320" height="5" rx="2.5" fill="${shade(body, 0.75)}"/>`
}

export function reciprocatingSaw({ accent }: Colours): string {
  const teeth = repeat(16, () => 'l-3.5,9l-3.5,-9')
  return `<g transform="translate(10 14) rotate(-12 200 200)">
    <path d="M262,168H386L374,190${teeth}Z" fill="url(#metal)"/>
    <rect x="246" y="148" width="26" height="64" rx="8" fill="url(#metal)"/>
    <path d="M148,150H236Q252,150 252,166V198Q252,214 236,214H148Z" fill="url(#dark)"/>
    <path d="M20,176Q20,140 58,138H160V222H120L112,204H66Q54,204 54,216V262H20Z" fill="url(#body)"/>
    <rect x="40" y="146" width="108" height="12" rx="6" fill="#ffffff45"/>
    <path d="M70,204H104L98,228H74Z" fill="${accent}"/>${vents(96, 164)}${battery(8, 256, 92)}
  </g>`
}

export function jigsaw(): string {
  return `
    <path d="M112,300V230H148V344L140,350L134,300Z" fill="url(#metal)"/>
    <path d="M92,158Q92,120 134,120H190V236H112Q92,236 92,216Z" fill="url(#body)"/>
    <path d="M150,120Q160,72 214,72H278Q332,76 336,136V232H172V196H286V146Q284,122 262,122H208V160H150Z" fill="url(#body)"/>
    <path d="M170,92Q190,80 220,82H272" fill="none" stroke="#ffffff55" stroke-width="8" stroke-linecap="round"/>
    <path d="M214,122H256L250,142H220Z" fill="url(#accent)"/>
    <path d="M108,170H160V228H108Z" fill="url(#dark)"/>${vents(224, 202)}
    <rect x="60" y="284" width="270" height="18" rx="6" fill="url(#metal)"/><rect x="150" y="234" width="130" height="52" rx="6" fill="url(#dark)"/>`
}

export function grinder({ body }: Colours): string {
  return `<g transform="translate(0 6) rotate(-8 200 200)">
    <path d="M250,148L286,62Q290,52 300,56L312,62Q320,66 316,76L284,156Z" fill="url(#dark)"/>
    <rect x="30" y="176" width="176" height="62" rx="24" fill="url(#dark)"/>
    <path d="M150,162H262Q280,162 280,180V236Q280,254 262,254H150Q130,248 130,208T150,162Z" fill="url(#body)"/>
    <rect x="156" y="170" width="104" height="12" rx="6" fill="#ffffff45"/>
    ${vents(160, 198)}<rect x="72" y="184" width="46" height="14" rx="7" fill="url(#accent)"/>
    <path d="M276,170H318Q344,176 344,212V258H262V244Z" fill="url(#metal)"/>
    <rect x="292" y="256" width="24" height="18" fill="url(#metal)"/>
    <path d="M214,282Q214,258 250,256H330Q352,258 362,270L214,290Z" fill="${shade(body, -0.35)}"/>
    <ellipse cx="304" cy="284" rx="88" ry="15" fill="#59636e"/><ellipse cx="304" cy="280" rx="88" ry="13" fill="#8b96a3"/>
    <ellipse cx="304" cy="280" rx="30" ry="5" fill="url(#metal)"/>
  </g>`
}

export function disc({ body, accent }: Colours): string {
  return `
    <circle cx="226" cy="190" r="128" fill="#20262d"/>
    <circle cx="192" cy="202" r="130" fill="#4a535d"/><circle cx="192" cy="202" r="130" fill="none" stroke="#5f6a76" stroke-width="7"/>
    ${repeat(3, (n) => `<circle cx="192" cy="202" r="${92 + n * 13}" fill="none" stroke="#ffffff12" stroke-width="4"/>`)}
    <circle cx="192" cy="202" r="72" fill="url(#body)"/><path d="M126,174A72,72 0 0 1 258,174Z" fill="url(#accent)"/>
    <circle cx="192" cy="202" r="72" fill="none" stroke="${shade(body, -0.35)}" stroke-width="3"/>
    <rect x="148" y="232" width="88" height="9" rx="4.5" fill="#ffffffaa"/><rect x="164" y="248" width="56" height="7" rx="3.5" fill="#ffffff77"/>
    <circle cx="192" cy="202" r="23" fill="url(#metal)"/><circle cx="192" cy="202" r="14" fill="#eef1f4"/>
    <circle cx="192" cy="202" r="14" fill="none" stroke="${shade(accent, -0.4)}" stroke-width="1.5"/>`
}

export function sawBlade(): string {
  return `${toothed(200, 196, 140)}
    <circle cx="200" cy="196" r="112" fill="none" stroke="#0000001c" stroke-width="2"/>
    ${repeat(4, (n) => `<path transform="rotate(${n * 90 + 30} 200 196)" d="M306,186q-16,4 -20,16" fill="none" stroke="#4e5863" stroke-width="4" stroke-linecap="round"/>`)}
    <circle cx="200" cy="196" r="74" fill="url(#body)"/>
    <path d="M128,178A74,74 0 0 1 272,178Z" fill="#ffffff30"/>
    <rect x="158" y="228" width="84" height="9" rx="4.5" fill="#ffffffb0"/><rect x="172" y="244" width="56" height="7" rx="3.5" fill="#ffffff80"/>
    <circle cx="200" cy="196" r="17" fill="#eef1f4"/><polygon points="${polygon(4, { x: 200, y: 196, radius: 15 })}" fill="#c3cad2"/>`
}

export function drillBits({ body }: Colours): string {
  const bit = (n: number) => {
    const [x, width, top] = [74 + n * 42, 22 - n * 2.4, 64 + n * 24]
    return `<path d="M${x - width / 2},240V${top + 16}L${x},${top}L${x + width / 2},${top + 16}V240Z" fill="url(#metal)"/>
      ${repeat(Math.floor((200 - top) / 17), (i) => `<path d="M${x - width / 2},${top + 34 + i * 17}L${x + width / 2},${top + 22 + i * 17}" stroke="#0000005c" stroke-width="4"/>`)}`
  }
  return `${repeat(7, bit)}
    <rect x="44" y="226" width="312" height="102" rx="16" fill="url(#body)"/>
    <rect x="44" y="226" width="312" height="18" rx="9" fill="${shade(body, 0.3)}"/>
    <rect x="70" y="264" width="260" height="44" rx="8" fill="#ffffffd8"/>
    ${repeat(7, (n) => `<circle cx="${90 + n * 37}" cy="286" r="${10 - n}" fill="${shade(body, -0.35)}"/>`)}`
}
