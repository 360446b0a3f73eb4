/**
 * Texts that would run a script, load something or change the page if they were shown as HTML. Parsers may ignore what
 * follows the last ones.
 */
export const hostileTexts = [
  '<script>window.ran = 1; alert(1)</script>',
  '<img src=x onerror="window.ran = 1; alert(1)">',
  '<div dir=rtl><bdo dir=rtl>\u202e\u2067reversed</div>',
  '<img src="https://tracker.example/a.png" onload=alert(1) style="position:fixed;inset:0">',
  '<svg onload="window.ran = 1; alert(1)"><p>x</p></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<a href="javascript:window.ran = 1">x</a><a href="java&#x0A;script&colon;alert(1)">y</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a><a href="vbscript:x">y</a>',
  '<form action="https://tracker.example/"><input name=a autofocus onfocus=alert(1)><button>Approve</button></form>',
  '<base href="https://tracker.example/"><meta http-equiv=refresh content="0;url=https://tracker.example/">',
  '<p style="position:fixed;inset:0;background:url(https://tracker.example/a.png)" id=root class=mantine-Modal-root>x</p>',
  '<video src="https://tracker.example/a.mp4" autoplay></video><audio src=x onerror=alert(1)></audio>',
  '<details open ontoggle=alert(1)>x</details><marquee onstart=alert(1)>y</marquee>',
  '<b onclick="window.ran = 1" tabindex=0 accesskey=a>x</b><img name=cookie><form name=body></form>',
  '"><script>alert(1)</script>',
  "';alert(1)//",
  '{{constructor.constructor("alert(1)")()}}',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><p title="</textarea><img src=x onerror=alert(1)>">z',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe><object data="javascript:alert(1)"></object><embed src=x>',
  '<link rel=stylesheet href="https://tracker.example/a.css"><style>@import "https://tracker.example/a.css"</style>',
  '<template><script>alert(1)</script></template><xmp><p title="</xmp><img src=x onerror=alert(1)>">'
]
