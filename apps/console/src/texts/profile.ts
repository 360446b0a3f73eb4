import { profile } from './en/profile.ts'
import { inLanguage } from './texts.ts'

export const profileTexts = inLanguage({ en: profile })
