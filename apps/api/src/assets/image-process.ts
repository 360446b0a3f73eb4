import { setPriority } from 'node:os'
import sharp from 'sharp'
import { checkImage, makePreview, makePrintable } from './image-codec.ts'
import type { ImageReply, ImageTask } from './images.ts'

// A process of its own that decodes one image at a time, for `images.ts`.

// One core an image; nothing to gain by remembering, since no image comes twice.
sharp.concurrency(1)
sharp.cache(false)
try {
  // Requests go first.
  setPriority(10)
} catch {
  // Not everywhere allowed, and nothing depends on it.
}

process.on('message', async ({ name, bytes }: ImageTask) => {
  if (name === 'check') say({ check: await checkImage(bytes) })
  else if (name === 'preview') say({ preview: await makePreview(bytes) })
  else say({ printable: await makePrintable(bytes) })
})
// The parent decides when to stop, and the signals of a terminal come here too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
// Without its parent nobody waits; `exit` would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
say('ready')

function say(reply: ImageReply): void {
  process.send?.(reply)
}
