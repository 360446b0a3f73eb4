import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { products, variants, images, categories, collections, facetValues } = demoIds

/** Examples of a vendor's products and their images. */
export const productExamples: Record<string, OperationExample> = {
  createProduct: {
    response: 'The new product, which waits for approval',
    body: {
      name: 'Keelhaven Offset Ring Spanner',
      sku: 'HS-1041',
      brand: 'Keelhaven',
      shortDescription: 'Reaches recessed bolts with a 75° offset.',
      description: '<p>Drop-forged and chrome-plated.</p>',
      unspc: '27111706',
      countryOfOrigin: 'TW',
      leadTime: 4,
      categoryIds: [categories.wrenches],
      facetValueIds: [facetValues.steel],
      variants: [
        {
          sku: 'HS-1041-1213',
          name: '12 × 13 mm',
          vendorPrice: 6.2,
          listPrice: 11.95,
          initialInventory: 120,
          unitOfMeasure: 'EA',
          weight: 0.4,
          attributes: { size: '12 × 13 mm' }
        }
      ],
      documents: [{ title: 'Torque table', type: 'SPEC', url: 'https://docs.keelhaven.example/torque.pdf' }]
    }
  },
  listProducts: { response: "A page of the vendor's products", query: { categoryId: categories.handTools } },
  getProduct: { path: { id: products.wrench } },
  updateProduct: {
    response: 'The product with the changes, of which some may be staged',
    path: { id: products.wrench },
    body: {
      leadTime: 3,
      collectionIds: [collections.springCatalog],
      variants: [{ id: variants.wrench8, listPrice: 7.95 }],
      variantStock: [{ variantId: variants.wrench8, quantity: 250 }]
    }
  },
  listProductHistory: {
    response: 'A page of the changes of a product of the vendor',
    path: { id: products.wrench },
    query: { field: 'vendorPrice' }
  },
  deleteProduct: { response: 'The product was deleted', path: { id: products.shelving } },
  withdrawRevision: { response: 'The product without staged edits', path: { id: products.capScrew } },
  deleteVariant: {
    response: 'The product without the variant',
    path: { id: products.hexKeys, variantId: variants.hexKeys }
  },
  addProductImage: {
    response: 'The product with the image, which is staged if the product is live',
    path: { id: products.hammer },
    body: { file: 'hammer.png', alt: 'The head of the hammer from the front', sortOrder: 0 }
  },
  replaceProductImages: {
    response: 'The product with the new set of images, which is staged if the product is live',
    path: { id: products.screwdriver },
    body: {
      images: ['tip.png'],
      metadata: [{ id: images.screwdriver, isPrimary: true }, { alt: 'The tip of the screwdriver' }]
    }
  },
  deleteProductImage: {
    response: 'The product without the image, whose removal is staged if the product is live',
    path: { id: products.wrench, imageId: images.wrench }
  },
  getPendingImage: {
    response: "The image of the vendor's staged edits",
    path: { id: products.impactDriver, imageId: images.impactDriver }
  },
  listProductReviews: { path: { id: products.wrench } },
  submitProduct: {
    response: 'The product, which waits for approval again',
    path: { id: products.brassScrew }
  }
}
