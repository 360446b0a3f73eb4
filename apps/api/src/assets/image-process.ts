import { setPriority } from 'node:os'
import sharp from 'sharp'
import { checkImage, makePreview, makePrintable } from './image-codec.ts'
import type { ImageReply, ImageTask } from './images.ts'

// The program of a child process that decodes one image at a time, for `images.ts`.

// Each image uses one core. A cache would be useless, because no image is decoded twice.
sharp.concurrency(1)
sharp.cache(false)
try {
  // Handling requests is more urgent than decoding images.
  setPriority(10)
} catch {
  // Some systems don't allow it. It is only an optimisation.
}

process.on('message', async ({ name, bytes }: ImageTask) => {
  if (name === 'check') reply({ check: await checkImage(bytes) })
  else if (name === 'preview') reply({ preview: await makePreview(bytes) })
  else reply({ printable: await makePrintable(bytes) })
})
// The parent decides when to stop. The terminal sends its signals to this process too, so they are ignored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
// Without the parent no one needs the result. `process.exit` would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
reply('ready')

function reply(message: ImageReply): void {
  process.send?.(message)
}
