import { richText } from './en/rich-text.ts'
import { inLanguage } from './texts.ts'

export const richTextTexts = inLanguage({ en: richText })
