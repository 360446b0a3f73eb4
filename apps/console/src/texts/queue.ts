import { queue } from './en/queue.ts'
import { inLanguage } from './texts.ts'

export const queueTexts = inLanguage({ en: queue })
