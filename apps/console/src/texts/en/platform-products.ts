/** The products of all vendors, for operators. */
export const platformProducts = {
  title: 'Products',
  vendor: 'Vendor',
  anyVendor: 'Any vendor',
  empty: 'No products yet',
  emptyText: 'The products of all vendors appear here.',

  drawer: {
    product: 'Product',
    close: 'Close',
    missing: 'There is no such product. It may have been deleted.',
    waitsProduct: 'The product waits for approval.',
    waitsEdits: 'Edits wait for approval. Customers see the live values until then.',
    review: 'Open in the review queue',
    rejected: 'The product was rejected',
    editsRejected: 'Edits were rejected',
    created: 'Created',
    updated: 'Last changed',
    noImages: 'No images',
    variants: 'Variants',
    inactive: 'Inactive',
    rendered: 'The description as customers see it',
    listed: (values: string[]) => values.join(', ')
  },
  hide: {
    action: 'Hide',
    title: (name: string) => `Hide “${name}”?`,
    effect:
      'Customers no longer see the product, until it is published again. The vendor can read the reason.',
    template: 'Reason template',
    reason: 'Reason',
    submit: 'Hide the product',
    done: (name: string) => `“${name}” is hidden`
  },
  publish: {
    action: 'Publish',
    title: (name: string) => `Publish “${name}” again?`,
    effect: 'Customers see the product again, with its live values.',
    submit: 'Publish the product',
    done: (name: string) => `“${name}” is published`
  }
}
