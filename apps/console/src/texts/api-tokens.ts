import { apiTokens } from './en/api-tokens.ts'
import { inLanguage } from './texts.ts'

export const apiTokensTexts = inLanguage({ en: apiTokens })
