import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { attributes, categories } = demoIds

/** Attributes of power tools, with a requirement that is enforced later. */
const powerToolAttributes = {
  attributes: [
    { attribute: 'voltage', requirement: 'REQUIRED', enforcedFrom: '2030-01-01T00:00:00.000Z' },
    { attribute: 'cordless', requirement: 'RECOMMENDED' }
  ]
}

/** Examples of attributes. */
export const attributeExamples: Record<string, OperationExample> = {
  listAttributeDefinitions: {},
  listAttributes: { query: { type: 'NUMBER' } },
  createAttribute: {
    response: 'The new attribute',
    body: {
      ...{ code: 'blade_diameter', name: 'Blade diameter', type: 'NUMBER', level: 'VARIANT', unit: 'in' },
      ...{ min: 1, max: 24 }
    }
  },
  getAttribute: { response: 'An attribute', path: { id: attributes.voltage } },
  updateAttribute: {
    response: 'The attribute with the changes',
    path: { id: attributes.voltage },
    body: { help: 'The nominal voltage, as it is printed on the tool', max: 600 }
  },
  previewAttribute: {
    response: 'What the change would do to the products',
    path: { id: attributes.voltage },
    body: { max: 24 }
  },
  deleteAttribute: { response: 'The attribute was deleted', path: { id: attributes.packaging } },
  getCategoryAttributes: { path: { id: categories.powerTools } },
  getCategorySchema: { path: { id: categories.powerTools } },
  setCategoryAttributes: {
    response: 'The attributes of the category',
    path: { id: categories.powerTools },
    body: powerToolAttributes
  },
  previewCategoryAttributes: {
    response: 'What these requirements would do to the products, when they are enforced',
    path: { id: categories.powerTools },
    body: powerToolAttributes
  }
}
