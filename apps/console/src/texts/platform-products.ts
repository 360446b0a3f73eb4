import { platformProducts } from './en/platform-products.ts'
import { inLanguage } from './texts.ts'

export const platformProductsTexts = inLanguage({ en: platformProducts })
