import { wrongType } from '../../../http/body/find-faults.ts'
import { isHttpUrl } from '../../../lib/urls.ts'
import { type ItemFields, quoted } from '../../bulk-items/item-fields.ts'
import { separatorHint, severalUrls } from '../images/image-messages.ts'

const maxImages = 20
const maxUrlLength = 2_048

/**
 * One or more separators. Of a sequence of slashes, the last ones are separators, because the URL before them may
 * end in a slash.
 */
const separators = /(?:\/{3})+(?!\/)/

const SEVERAL = new RegExp(severalUrls, 'i')

/**
 * Reads the field `images` of an item: the URLs of images, separated by `///` (contract 4.4). Ignores empty URLs, as
 * after a separator at the end.
 */
export function readImages(fields: ItemFields): string[] | undefined {
  const text = fields.value('images')
  if (text === undefined) return undefined
  if (typeof text !== 'string') return fields.addError('images', wrongType(text, 'string'))
  const urls = text
    .split(separators)
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (urls.length === 0) return undefined
  if (urls.length > maxImages)
    return fields.addError('images', { code: 'TOO_MANY', message: `must have at most ${maxImages} URLs` })
  for (const url of urls) {
    if (url.length > maxUrlLength) {
      const message = `must have URLs of at most ${maxUrlLength} characters: ${quoted(url)} is longer`
      fields.addError('images', { code: 'TOO_LONG', message })
    } else if (!isHttpUrl(url)) {
      const form = 'must be http or https URLs without a user name or password, separated by ///'
      const hint = SEVERAL.test(url) ? separatorHint : ''
      const message = `${form}: ${quoted(url)} is not valid${hint}`
      fields.addError('images', { code: 'INVALID_URL', message })
    } else if (SEVERAL.test(url)) {
      const message = `has ${quoted(url)}, which seems to be several URLs: separate them with ///`
      fields.addWarning('images', { code: 'SEVERAL_URLS', message })
    }
  }
  return urls
}
