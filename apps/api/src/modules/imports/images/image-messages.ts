import type { FetchReason } from '../../../fetching/fetch-failure.ts'

const reasons: Record<FetchReason, string> = {
  INVALID_URL:
    'its URL, or one to which it redirects, is not an http or https URL without a user name or password',
  ADDRESS_NOT_ALLOWED: 'its host is not at a public address',
  HOST_NOT_FOUND: 'its host name was not found',
  CONNECTION_FAILED: 'the connection to its host failed',
  TLS_FAILED: 'the certificate or the TLS connection of its host is not valid',
  TIMEOUT: 'its host did not respond in time',
  TOO_MANY_REDIRECTS: 'it redirects more than 3 times',
  NOT_FOUND: 'its host has no such file (404 or 410)',
  ACCESS_DENIED: 'its host refuses access without a sign-in (401 or 403)',
  HOST_ERROR: 'its host responded with an error (429 or 5xx)',
  UNEXPECTED_RESPONSE: 'its host did not respond with a file'
}

/** What happened to an image that could not be added, by the reason or else by the error code. */
export const imageMessages: Readonly<Record<string, string>> = {
  ...reasons,
  IMAGE_TOO_LARGE: 'it has more than 10 MiB',
  UNSUPPORTED_IMAGE: 'it is not a JPEG, PNG, WebP, GIF or AVIF image; a web page around an image is none',
  BROKEN_IMAGE: 'it is damaged',
  IMAGE_TOO_COMPLEX: 'it takes too long to decode',
  TOO_MANY_PIXELS: 'it has too many pixels',
  TOO_MANY_IMAGES: 'the product has 20 images already',
  PRODUCT_GONE: 'the product was deleted in the meantime'
}

/** What is added to a message if the URL contains several URLs. */
export const separatorHint = '; it seems to be several URLs: separate them with ///'

/** A regular expression, for JavaScript and PostgreSQL, that finds several URLs that aren't separated by `///`. */
export const severalUrls = '[,;|\\s]+https?://'
