import { enumeration } from './enumerations.ts'

/** The units in which a marketplace can state weights. */
export const weightUnits = enumeration('WeightUnit', ['lb', 'oz', 'kg', 'g'], 'A unit of weight')
