import { team } from './en/team.ts'
import { inLanguage } from './texts.ts'

export const teamTexts = inLanguage({ en: team })
