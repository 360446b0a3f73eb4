import { attributesTexts } from '../../texts/attributes.ts'
import { formatDay } from '../format.ts'
import type { AttributeWording } from './attribute-text.ts'

/** The words for attributes in the language and the locale of the browser. */
export const wording: AttributeWording = { texts: attributesTexts, day: formatDay }
