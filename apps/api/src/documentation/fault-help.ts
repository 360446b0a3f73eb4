import type { ErrorHelp } from './error-help.ts'
import { valueHelp } from './value-help.ts'
import { workbookHelp } from './workbook-help.ts'

/**
 * Explains the codes of single errors: in the `errors` of a problem, of the items of import jobs and bulk
 * updates, and of images. Some of them are also codes of `errorHelp`; those are explained only there.
 */
export const faultHelp: Readonly<Record<string, ErrorHelp>> = {
  ...valueHelp,
  ...workbookHelp,
  INVALID_HEADER: {
    cause:
      'A header has a value that the service does not accept, such as an empty `Idempotency-Key`, or a webhook cannot send it.',
    cure: 'Correct the header that `errors` names. An `Idempotency-Key` has 1 to 255 characters. Webhooks cannot send headers that the service or the connection sets, such as `Host`.'
  },
  URL_NOT_ALLOWED: {
    cause: 'The URL of a webhook is not an https URL on port 443 of a host with only public addresses.',
    cure: 'Use the public URL of the receiver, without user name and password. The operator can allow other hosts.'
  },
  REPEATED_TYPE: {
    cause: 'The same type of event occurs twice in the types of a webhook.',
    cure: 'Send each type once.'
  },
  UNKNOWN_EVENT: {
    cause: 'An event to replay does not exist, is no longer retained, or belongs to another feed.',
    cure: 'Send ids of events as the feed or the header `webhook-id` has them, without the suffix of a replay.'
  },
  REPEATED_ID: {
    cause: 'The same id occurs twice in a list.',
    cure: 'Send each id once. The message names the id or the earlier entry.'
  },
  REPEATED_SKU: {
    cause: 'Two variants in the body have the same SKU.',
    cure: 'Give each variant of a product its own SKU.'
  },
  REPEATED_FIELD: {
    cause: 'The same field occurs twice in a list of fields.',
    cure: 'Name each field once.'
  },
  REPEATED_VALUE: {
    cause: 'The same value occurs twice in a condition of an approval rule.',
    cure: 'Send each value once.'
  },
  REPEATED_ENTRY: {
    cause: 'Two items of the request are about the same entry of the moderation queue.',
    cure: 'Send one item for each entry.'
  },
  REPEATED_COUNTRY: {
    cause: 'Two rates of a shipping method are for the same country or region.',
    cure: 'Combine them into one rate.'
  },
  DUPLICATE: {
    cause: 'A vendor, a variant or an order line occurs twice in the body.',
    cure: 'Combine the entries into one with the total quantity.'
  },
  DUPLICATE_CODE: {
    cause: 'An earlier item of the same upload has the same SKU. The message names it.',
    cure: 'Give each item its own SKU. Send several variants of one product as one item with `variants`.'
  },
  DUPLICATE_TARGET: {
    cause:
      'Several items of a bulk update change the same variant, and one of them has `amount_change`. None of them was applied.',
    cure: 'Add up the changes of each variant and send one item for it.'
  },
  UNKNOWN_ID: {
    cause: 'No vendor, variant, order, order line or shipping method has this id.',
    cure: 'Read the resource and send its current id.'
  },
  UNKNOWN_CATEGORY: {
    cause: 'No category has this id. The operator may have deleted it.',
    cure: 'Read the ids with `GET /vendor/categories`.'
  },
  UNKNOWN_COLLECTION: {
    cause: 'No collection has this id. The operator may have deleted it.',
    cure: 'Read the ids with `GET /vendor/collections`.'
  },
  UNKNOWN_TAG: {
    cause: 'No tag has this id. The operator may have deleted it.',
    cure: 'Read the ids with `GET /vendor/tags`.'
  },
  UNKNOWN_FACET_VALUE: {
    cause: 'No value of a facet has this id. The operator may have deleted it.',
    cure: 'Read the ids with `GET /vendor/facets`. Send the ids of values, not those of facets.'
  },
  INVALID_TARGET: {
    cause:
      'Something cannot be merged into itself, a category not into one below it, and a facet value only into one of the same facet.',
    cure: 'Choose another target. Move a subcategory out of the category before you merge the category into it.'
  },
  TOO_DEEP: {
    cause:
      'The subcategories that move with the merged category would be below the deepest level of the tree.',
    cure: 'Move them first, or choose a category on a higher level.'
  },
  STILL_USED: {
    cause:
      'An approval rule has the category as a condition, and would apply to all products of the other category; or the ' +
      'options of an attribute file products under the facet value.',
    cure: 'Change the rule or the attribute that the message names first.'
  },
  UNKNOWN_PRODUCT: {
    cause: 'None of your products has this id, and none of your products and variants has this SKU.',
    cure: 'Check the id or the SKU. Create the product first, for example with a bulk upload.'
  },
  UNKNOWN_VARIANT: {
    cause: 'The product has no variant with this id or SKU.',
    cure: 'Read the product and send the id or SKU of one of its variants.'
  },
  UNKNOWN_IMAGE: {
    cause: 'The product has no image with this id.',
    cure: 'Read the images of the product again. After an approval, they can have changed.'
  },
  UNKNOWN_DOCUMENT: {
    cause: 'The product has no document with this id.',
    cure: 'Read the product again. To add a document, leave its `id` out.'
  },
  UNKNOWN_VENDOR: {
    cause: 'No vendor has this id.',
    cure: 'Read the ids with `GET /platform/vendors`.'
  },
  UNKNOWN_RULE: {
    cause: 'No approval rule has this id.',
    cure: 'Read the rules with `GET /platform/approval-rules`.'
  },
  RULE_MISSING: {
    cause: 'The new order does not contain all approval rules. The message lists the missing ones.',
    cure: 'Send the ids of all rules.'
  },
  SKU_TAKEN: {
    cause: 'Another of your products has this SKU. `productId`, or the `product_id` of an item, is its id.',
    cure: 'Choose another SKU, or update the existing product. In a bulk upload, set `on_existing` to `update` or `skip`.'
  },
  VARIANT_SKU_TAKEN: {
    cause: 'Another variant of the product has this SKU. `variantId` is its id.',
    cure: 'Choose another SKU, or change the SKU of the other variant in the same request.'
  },
  CODE_TAKEN: {
    cause: 'Another reason template or attribute has this code.',
    cure: 'Choose another code, or change the existing one.'
  },
  REPEATED_CODE: {
    cause: 'Two options of an attribute have the same code.',
    cure: 'Give each option its own code.'
  },
  REPEATED_ATTRIBUTE: {
    cause: 'The same attribute occurs twice in the attributes of a category.',
    cure: 'List each attribute once.'
  },
  UNKNOWN_ATTRIBUTE: {
    cause:
      'No attribute has this code, or it is not defined for the categories of the product and the setting `attributes` is ' +
      'STRICT.',
    cure: 'Use the codes of the schema of the category. Operators read all codes with `GET /platform/attributes`.'
  },
  ATTRIBUTE_TYPE_FIXED: {
    cause: 'A deleted attribute with this code had another type, and products may still have values of it.',
    cure: 'Create the attribute with the type that the message names, or choose another code.'
  },
  LOWER_THAN_INHERITED: {
    cause: 'A category that is above in the tree has a stronger requirement for the attribute.',
    cure: 'Send at least the requirement that the message names, leave the entry out, or lower that of the category above.'
  },
  INVALID_PATTERN: {
    cause: 'The regular expression is not valid for RE2, which the service uses, or not for JavaScript.',
    cure: 'Use the syntax that both share: no look-ahead, look-behind, back-references or flags.'
  },
  UNKNOWN_FACET: {
    cause: 'No facet has this id. It may have been deleted.',
    cure: 'Read the ids with `GET /platform/facets`.'
  },
  CODE_AMBIGUOUS: {
    cause: 'Variants of several products have this SKU.',
    cure: 'Send `product_id` too.'
  },
  CODES_DIFFER: {
    cause: 'An item of a bulk update has both `code` and `product_code`, with different values.',
    cure: 'Send only one of the two, or the same value in both.'
  },
  VARIANT_REQUIRED: {
    cause: 'The product has several variants, and the item does not say which of them to change.',
    cure: 'Use a bulk update with the SKU of one variant as `code`, or upload the product as an item with `variants`.'
  },
  INITIAL_INVENTORY_SET: {
    cause: '`initialInventory` of an existing variant differs from the stored value, which never changes.',
    cure: 'Set the stock with `variantStock`, or with `amount` in a bulk update.'
  },
  DOCUMENT_TOO_LARGE: {
    cause: 'The document is larger than 10 MiB.',
    cure: 'Make the file smaller, or publish it yourself and send its `url`.'
  },
  IMAGE_TOO_LARGE: {
    cause: 'The image file is larger than 10 MiB.',
    cure: 'Compress the image or reduce its dimensions.'
  },
  UNSUPPORTED_IMAGE: {
    cause:
      'The file is not a JPEG, PNG, WebP, GIF or AVIF image. Often a URL returns a web page instead of the image.',
    cure: 'Convert the image to one of these formats, and check that the URL points at the image itself.'
  },
  BROKEN_IMAGE: {
    cause: 'The image is damaged or incomplete and cannot be decoded.',
    cure: 'Open the file and save it again, then send the new file.'
  },
  TOO_MANY_PIXELS: {
    cause: 'The image has more than 50 megapixels, counting all frames of an animation.',
    cure: 'Reduce its dimensions, or the number of frames.'
  },
  IMAGE_TOO_COMPLEX: {
    cause: 'The image takes too long to decode.',
    cure: 'Send a smaller image or another format.'
  },
  TOO_MANY_IMAGES: {
    cause: 'The product would have more than 20 images.',
    cure: 'Delete an image first, or replace the whole set.'
  },
  SECOND_PRIMARY: {
    cause: 'More than one image has `isPrimary: true`.',
    cure: 'Mark only one image as the primary image.'
  },
  NOT_DESCRIBED: {
    cause: 'The form has more files than `metadata` has entries without an `id`.',
    cure: 'Add an entry for each file, or leave `metadata` out.'
  },
  FILE_MISSING: {
    cause: '`metadata` has more entries without an `id` than the form has files.',
    cure: 'Add the missing files, or the ids of the existing images.'
  },
  COULD_NOT_FETCH: {
    cause:
      'The image could not be downloaded, even after retries. `reason` and `message` of the image say what happened: the server has no such file (404), needs a sign-in, did not respond with status 200 within 20 seconds, redirected too often, has an invalid certificate, or has no public address.',
    cure: 'Open the URL in a browser without signing in. Then upload the image with `POST /vendor/products/{id}/images`.'
  },
  INVALID_UPC: {
    cause:
      'The `upc` has not the 8, 12, 13 or 14 digits of a UPC, EAN or GTIN, or its last digit, the check digit, does not fit the others. With 7 or 11 digits, a spreadsheet has probably removed a zero at the start. It is a warning, unless the operator has such values refused.',
    cure: 'Compare the digits with the barcode. Format the column of your spreadsheet as text before you enter them.'
  },
  SEVERAL_URLS: {
    cause: 'A URL in `images` contains another URL after a comma, a semicolon or a space.',
    cure: 'Separate the URLs with `///`.'
  },
  PRODUCT_GONE: {
    cause: 'The product was deleted before its image was downloaded.',
    cure: 'Nothing is left to do.'
  },
  JOB_FAILED: {
    cause: 'The import job failed before it processed the item.',
    cure: 'Retry the job: only the items that failed are processed again.'
  },
  PROCESSING_FAILED: {
    cause:
      'The service could not process the item in several attempts, for example because it took too long. The other items of the upload are not affected.',
    cure: 'Retry the job: only the items that failed are processed again. If the item fails again, send it with fewer variants, documents or images, and report the id of the job to the operator.'
  },
  OVERLAPPING_TIERS: {
    cause: 'Two weight tiers of a rate overlap. A tier includes its minimum and excludes its maximum.',
    cure: 'Begin each tier at the maximum of the previous one.'
  },
  OTHER_VENDOR: {
    cause:
      'The variant, the shipping method or the quote belongs to another vendor than the part of the order.',
    cure: 'Put each line and each quote into the part of its own vendor.'
  },
  NOT_PUBLISHED: {
    cause: 'The product is not published, so customers cannot order it.',
    cure: 'Remove the line, and read the product from the storefront again.'
  },
  INACTIVE: {
    cause: 'The vendor, the variant or the shipping method is not active.',
    cure: 'Choose another one, or activate it first.'
  },
  ZERO_AMOUNT: {
    cause: 'The amount is 0.',
    cure: 'Send a positive amount to credit the vendor, or a negative one to charge the vendor.'
  },
  OTHER_CURRENCY: {
    cause:
      'The rates of the shipping method, the prices of the quote, or the amount of an adjustment are not in the currency of the marketplace.',
    cure: 'Choose another shipping method, change its currency, or get a new quote. For an adjustment, convert the amount, or omit `currency`.'
  },
  INVALID_QUOTE: {
    cause: 'The text is not a quote of this service, or it was changed.',
    cure: 'Send the `quote` of `POST /storefront/quotes` exactly as it was returned, or leave the field out.'
  },
  QUOTE_MISMATCH: {
    cause:
      'The order differs from its quote: in the destination, a variant, a quantity or the shipping method. The message names the difference.',
    cure: 'Send what was quoted, or get a new quote for what the customer wants to order.'
  },
  TOO_MANY_VENDORS: {
    cause: 'The items of the cart belong to more vendors than an order can have.',
    cure: 'Divide the cart into several ones.'
  },
  NO_RATE: {
    cause: 'The shipping method has no rate for the destination.',
    cure: 'Choose another shipping method, or add a rate for the country.'
  },
  WEIGHT_NOT_SERVED: {
    cause: 'The total weight is outside the limits or the weight tiers of the shipping method.',
    cure: 'Choose another shipping method, or extend its limits.'
  },
  WEIGHT_UNKNOWN: {
    cause:
      'This is a warning, and the order was placed. The variant has no weight, so its shipping was calculated with a weight of 0.',
    cure: 'Ask the vendor to add the weight of the variant.'
  },
  WRONG_PASSWORD: {
    cause: 'The current password is wrong.',
    cure: 'Enter the password with which you signed in. If you have forgotten it, ask for a password reset.'
  }
}
