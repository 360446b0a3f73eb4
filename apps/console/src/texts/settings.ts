import { settings } from './en/settings.ts'
import { inLanguage } from './texts.ts'

export const settingsTexts = inLanguage({ en: settings })
