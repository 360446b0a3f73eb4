import { productScreen } from './en/product.ts'
import { inLanguage } from './texts.ts'

export const productTexts = inLanguage({ en: productScreen })
