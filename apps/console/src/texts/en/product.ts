import { counted, listed } from './counted.ts'

const all = (names: string[]) => listed('and', names, '', 0)

/** The page of a product of a vendor. */
export const productScreen = {
  title: 'Product',
  newTitle: 'New product',
  all: 'All products',
  readOnly: "Your role can read products, but can't change them.",
  unnamed: 'Product without a name',
  missing: 'Product not found',
  missingDetail: 'It may have been deleted, or its address is wrong.',
  kept: (name: string) => `Your changes to “${name}” stay in this tab until you save or discard them.`,
  removeRow: (name: string) => `Remove “${name}”`,
  show: 'Show',
  hide: 'Hide',
  toggle: (title: string, isOpen: boolean) => `${isOpen ? 'Hide' : 'Show'}: ${title}`,
  metadataHint: "Set by a bulk upload. They can't be changed here.",

  tabs: { product: 'Product', history: 'History', reviews: 'Reviews' },

  basics: {
    title: 'Basics',
    skuTaken: 'Another product has this SKU.',
    openOther: 'Open it',
    moderated: 'The name, the descriptions and the images of a live product are published after approval.',
    modes: { editor: 'Editor', html: 'HTML', preview: 'Preview' },
    mode: 'How the description is shown',
    onlyHtml:
      "It has elements that the editor can't show, such as tables or images, so it is edited as HTML.",
    rendered: 'The description as customers see it',
    noDescription: 'No description',
    htmlHint: 'Text or HTML. Unsafe HTML is removed when you save.'
  },
  features: {
    empty: 'No key features. Up to 6 short sentences that customers see first.',
    add: 'Add a key feature',
    feature: (number: number) => `Key feature ${number}`
  },
  videos: {
    empty: 'No videos.',
    add: 'Add a video',
    video: (number: number) => `Video ${number}`,
    url: (number: number) => `Address of video ${number}`,
    titleOf: (number: number) => `Title of video ${number}`,
    urlPlaceholder: 'https://…',
    titlePlaceholder: 'Title'
  },
  documents: {
    hint: 'Files are public as soon as you save. You can add a file or address later.',
    empty: 'No documents, such as data sheets or manuals.',
    add: 'Add a document',
    document: (number: number) => `Document ${number}`,
    fieldOf: (field: string, number: number) => `${field} (document ${number})`,
    title: 'Title',
    type: 'Type, such as datasheet',
    url: 'Address (https://…), or choose a file',
    choose: 'Choose a file',
    chooseAgain: 'Choose the file again. It was lost when the page was reloaded.',
    unsendable: {
      empty: 'The file is empty. Choose another one.',
      tooLarge: 'The file is larger than 10 MB. Choose a smaller one.',
      together: 'The files are too large to be sent together. Save the product first, and then add this one.'
    },
    replace: 'Replace the file',
    open: 'Open the file'
  },
  terms: {
    title: 'Categories and tags',
    nothing: 'Nothing found',
    loading: '…'
  },
  origin: 'Origin and quality',
  others: 'Other fields',
  shipping: {
    title: 'Shipping',
    leadTimeHint: 'In days. If empty, the lead time in your profile.'
  },
  codes: 'Codes',
  search: {
    title: 'Search engines',
    slugHint: 'The last part of the address in the shop. If empty, derived from the name.'
  },

  variants: {
    title: 'Price and stock',
    hint: 'What customers order. Enter your cost; the retail price follows from your commission.',
    empty: "No variants. The product can't be approved without one.",
    add: 'Add a variant',
    actions: 'Remove',
    variant: (number: number) => `variant ${number}`,
    cell: (column: string, name: string) => `${column} of ${name}`,
    reserved: (count: string) => `${count} reserved`,
    attributes: (count: number) => (count === 0 ? 'Add' : String(count)),
    attributesOf: (count: number, name: string) =>
      count === 0 ? `Add attributes of ${name}` : `${counted(count, 'attribute', 'attributes')} of ${name}`
  },
  attributes: {
    title: (sku: string) => (sku ? `Attributes of ${sku}` : 'Attributes'),
    empty: 'No attributes, such as a colour or a size.',
    name: (number: number) => `Name of attribute ${number}`,
    attribute: (number: number) => `attribute ${number}`,
    value: (number: number) => `Value of attribute ${number}`,
    namePlaceholder: 'Name, such as colour',
    valuePlaceholder: 'Value',
    add: 'Add an attribute',
    done: 'Done'
  },
  removeVariant: {
    title: (sku: string) => `Remove the variant ${sku}?`,
    effect:
      'It is removed at once, and customers can no longer order it. To pause orders, make it inactive instead.',
    submit: 'Remove the variant',
    done: (sku: string) => `The variant ${sku} was removed`
  },

  images: {
    hint: 'Image changes are saved at once. Lists show the primary image.',
    hintLive:
      'Image changes are saved at once, and wait for approval. Customers see the live images until then.',
    hintNew: 'They are uploaded when you create the product. Lists show the first one.',
    empty: 'No images.',
    list: 'Images in their order',
    uploads: 'Images that are not saved yet',
    image: (number: number) => `Image ${number}`,
    primary: 'Primary',
    waiting: 'New',
    noAlt: 'No alternative text',
    outdated: 'Someone else changed the product. You see the current images. Your change was not made.',
    earlier: (name: string) => `Move ${name} earlier`,
    later: (name: string) => `Move ${name} later`,
    makePrimary: (name: string) => `Make ${name} the primary image`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove ${name}`,
    editTitle: 'Image',
    alt: 'Alternative text',
    altHint: "Describes the image to people who can't see it.",
    variant: 'Variant',
    allVariants: 'All variants',
    uploading: (count: number) => `Uploading ${counted(count, 'image', 'images')}…`,
    failed: (message: string) => `Not uploaded: ${message}`,
    notFetched: 'No image could be read from this address.',
    discard: 'Discard',
    discardOf: (name: string) => `Discard ${name}`,
    choose: 'Choose images',
    drop: 'Drop images here, paste them, or click to choose',
    types: 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB each',
    refused: (names: string[]) =>
      `Not added: ${names.join(', ')}. Images must be JPEG, PNG, WebP, GIF or AVIF of at most 10 MB.`,
    tooMany: (count: number, max: number) =>
      `${counted(count, 'image was', 'images were')} not added, because a product can have at most ${max}.`,
    address: 'Address of an image',
    addressPlaceholder: 'https://… address of an image',
    addressWrong: 'Enter a complete address, such as https://example.com/bolt.jpg',
    addAddress: 'Add'
  },

  status: {
    PENDING_APPROVAL: 'Waiting for approval',
    PUBLISHED: 'Published',
    HIDDEN: 'Hidden',
    DRAFT: 'Rejected',
    edits: 'Edits waiting for approval',
    pendingTitle: 'The product is waiting for approval',
    pending: 'Customers see it once the operator approves it. You can edit it until then.',
    noVariant: "It can't be approved without a variant. Add one below.",
    hiddenTitle: 'The operator hid this product',
    hidden: "Customers don't see it. Correct it, and ask the operator to publish it again.",
    because: (reason: string) => `Reason: ${reason}`,
    draftTitle: 'The product was rejected',
    draft: 'Correct the marked fields, save, and submit it again.',
    editsRejectedTitle: (fields: string[]) => `Your edit to ${all(fields).toLowerCase()} was rejected`,
    editsRejected: 'Customers still see the live values. Correct the field and save it again.'
  },
  reasons: {
    variant: (sku: string) => `Variant ${sku}`,
    ofVariant: (field: string, sku: string) => `${field} of variant ${sku}`
  },
  notes: {
    waiting: 'Waiting for approval. Customers see the live value until then.',
    rejected: 'Rejected',
    proposed: (text: string) => `You proposed: “${text}”`,
    correct: 'Correct the rejected text',
    correctValues: 'Correct the rejected values'
  },
  staged: {
    title: (fields: string[]) => `Waiting for approval: ${all(fields)}`,
    effect: 'Customers see the live values until the operator approves yours. Last changed',
    show: 'Show the edits',
    hide: 'Hide the edits',
    withdraw: 'Withdraw',
    live: 'Live',
    waits: 'Waiting for approval',
    renderedLive: 'The live description, as customers see it',
    renderedWaits: 'The new description, as customers will see it',
    nothing: 'empty'
  },
  corrections: {
    waits: 'The marketplace corrected this before approving',
    decided: 'The marketplace corrected this',
    since: 'Corrected',
    effect: 'Your words are struck through, the corrected ones are marked.',
    ofVariant: (field: string, variant: string) => `${field} (${variant})`,
    deletedVariant: 'deleted variant'
  },
  withdraw: {
    title: 'Withdraw the edits?',
    effect: (fields: string[]) =>
      `The edits to ${all(fields).toLowerCase()} are deleted. Customers still see the live values.`,
    submit: 'Withdraw the edits',
    done: 'The edits were withdrawn'
  },
  submit: {
    action: 'Submit again',
    hint: 'The operator reviews the product again.',
    saveFirst: 'Save or discard your changes first, so that the operator reviews what you see.',
    done: (name: string) => `“${name}” is waiting for approval`
  },

  save: {
    create: 'Create the product',
    createEffect: 'The product is published once the operator approves it.',
    discard: 'Discard',
    invalid: 'Correct the marked fields.',
    required: 'Enter a value.',
    amount: 'Enter a number such as 12.50.',
    restored: 'Your unsaved changes were restored.',
    waiting: (fields: string[]) => `Published after approval: ${all(fields)}`,
    immediate: (fields: string[]) => `Published at once: ${all(fields)}`,
    all: (fields: string[]) => `Changed: ${all(fields)}`,
    saved: (name: string) => `“${name}” was saved`,
    savedStaged: (name: string) => `“${name}” was saved. Some edits are waiting for approval.`,
    created: (name: string) => `“${name}” was created`,
    warnings: (values: string[]) => `Saved, but may be wrong: ${all(values)}. The field says why.`
  },
  conflict: {
    title: (who: string) => `${who} changed this product`,
    someone: 'Someone',
    fields: (fields: string[]) =>
      `You both changed: ${all(fields)}. Their other changes are in the form, and what you typed stays.`,
    theirs: 'Use their values',
    mine: 'Keep my values'
  },
  remove: {
    title: (name: string) => `Delete “${name}”?`,
    effect:
      "Customers no longer see it, and its SKU is free again. Existing orders don't change. This can't be undone.",
    submit: 'Delete the product',
    done: (name: string) => `“${name}” was deleted`
  },

  history: {
    empty: 'No changes yet',
    emptyDetail: 'Changes are stored for 400 days.',
    more: 'Show older changes',
    operator: 'Operator',
    system: 'Purveyor',
    someone: 'Someone',
    token: (name: string) => `API token ${name}`,
    product: 'Product',
    variant: (sku: string) => `variant ${sku}`,
    created: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} created`,
    deleted: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} removed`,
    fields: { moderation: 'Decision', pendingRevision: 'Waiting edits', status: 'Status' },
    sources: {
      REQUEST: '',
      BULK_UPDATE: 'in a bulk update',
      IMPORT_JOB: 'in an import',
      MODERATION: 'in the review',
      RULE: 'by an approval rule',
      SHIPMENT: 'by a shipment'
    }
  },
  values: {
    nothing: 'empty',
    yes: 'Yes',
    no: 'No',
    approved: 'Approved',
    rejected: 'Rejected',
    entries: (count: number) => counted(count, 'entry', 'entries'),
    staged: (fields: string[]) => all(fields),
    status: {
      PENDING_APPROVAL: 'Waiting for approval',
      PUBLISHED: 'Published',
      HIDDEN: 'Hidden',
      DRAFT: 'Rejected'
    }
  },
  reviews: {
    empty: 'No reviews yet',
    emptyDetail: 'Customer reviews of the product appear here.',
    summary: (average: string, count: number) =>
      `${average} of 5 from ${counted(count, 'review', 'reviews')}`,
    rating: (rating: number) => `${rating} of 5 stars`,
    more: 'Show more reviews'
  }
}
