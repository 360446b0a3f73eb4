/**
 * The demo's makers. A UPC begins with the maker's six digits: those from 4 are kept for a shop's own use, so that
 * none of them is anybody's product.
 */
export const brands = {
  Keelhaven: { manufacturer: 'Keelhaven Tool Works', code: 'KH', upc: '485011' },
  Tidewright: { manufacturer: 'Tidewright Instruments Co.', code: 'TW', upc: '485027' },
  Norvane: { manufacturer: 'Norvane Power Corp.', code: 'NV', upc: '485033' },
  Stonequay: { manufacturer: 'Stonequay Abrasives Ltd.', code: 'SQ', upc: '485048' },
  Boltwell: { manufacturer: 'Boltwell Inc.', code: 'BW', upc: '485054' },
  Pierguard: { manufacturer: 'Pierguard Safety Products', code: 'PG', upc: '485069' },
  Lumenmark: { manufacturer: 'Lumenmark Lighting', code: 'LM', upc: '485075' },
  Ampstead: { manufacturer: 'Ampstead Electric Co.', code: 'AE', upc: '485081' },
  Brightdeck: { manufacturer: 'Brightdeck Chemical', code: 'BD', upc: '485096' },
  Bondry: { manufacturer: 'Bondry Adhesives GmbH', code: 'BA', upc: '485102' },
  Stackhold: { manufacturer: 'Stackhold Storage Systems', code: 'SH', upc: '485118' },
  Ridgecrag: { manufacturer: 'Ridgecrag Tool Company', code: 'RC', upc: '485124' },
  Alderpeak: { manufacturer: 'Alderpeak Outfitting', code: 'AP', upc: '485139' }
} as const

export type Brand = keyof typeof brands
