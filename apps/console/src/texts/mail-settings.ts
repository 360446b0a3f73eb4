import { mailSettings } from './en/mail-settings.ts'
import { inLanguage } from './texts.ts'

export const mailSettingsTexts = inLanguage({ en: mailSettings })
