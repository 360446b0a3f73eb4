import DOMPurify from 'dompurify'

/** The elements that the service permits in descriptions (apps/api/src/lib/html.ts). */
const tags =
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead
  tr u ul var wbr`.split(/\s+/)

const attributes = 'href title src alt value start type span colspan rowspan scope dir lang'.split(' ')

/** Addresses of pages and mail addresses. Others, such as those of scripts, are removed. */
const addresses = /^(?:https?:\/\/|mailto:)/i

/**
 * Returns the elements of a vendor's HTML without anything that could run code, load something, or change how the
 * page looks: no styles, classes, ids, event handlers or forms. The service has already sanitised descriptions; this
 * is a second barrier. The elements belong to a document that is not shown, so images in it are not loaded.
 */
export function sanitise(html: string): DocumentFragment {
  return sanitiseAll(html).fragment
}

/** Returns the same, and true if nothing was removed. The service adds the `rel` of links. */
export function sanitiseAll(html: string): { fragment: DocumentFragment; isWhole: boolean } {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: addresses,
    // Other attributes than these two have no address.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true
  })
  // The body into which DOMPurify has read the HTML is among what it has removed.
  const isWhole = DOMPurify.removed.every((one) =>
    'attribute' in one ? one.attribute?.name === 'rel' : one.element.nodeName === 'BODY'
  )
  return { fragment, isWhole }
}
