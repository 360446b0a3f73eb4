import { attributes } from './en/attributes.ts'
import { inLanguage } from './texts.ts'

export const attributesTexts = inLanguage({ en: attributes })
