import type { Drawing } from './canvas.ts'
import * as electrical from './electrical.ts'
import * as facility from './facility.ts'
import * as fasteners from './fasteners.ts'
import * as handTools from './hand-tools.ts'
import * as powerTools from './power-tools.ts'
import * as safety from './safety.ts'

/** What can be drawn, by kind of product. */
export const drawings = {
  wrench: handTools.wrench,
  wrenchSet: handTools.wrenchSet,
  adjustableWrench: handTools.adjustableWrench,
  hexKeys: handTools.hexKeys,
  screwdriver: handTools.screwdriver,
  screwdriverSet: handTools.screwdriverSet,
  hammer: handTools.hammer,
  mallet: handTools.mallet,
  tapeMeasure: handTools.tapeMeasure,
  level: handTools.level,
  caliper: handTools.caliper,
  drill: powerTools.drill,
  impactDriver: powerTools.impactDriver,
  circularSaw: powerTools.circularSaw,
  reciprocatingSaw: powerTools.reciprocatingSaw,
  jigsaw: powerTools.jigsaw,
  grinder: powerTools.grinder,
  disc: powerTools.disc,
  sawBlade: powerTools.sawBlade,
  drillBits: powerTools.drillBits,
  hexBolt: fasteners.hexBolt,
  carriageBolt: fasteners.carriageBolt,
  socketScrew: fasteners.socketScrew,
  hexNut: fasteners.hexNut,
  lockNut: fasteners.lockNut,
  washers: fasteners.washers,
  woodScrew: fasteners.woodScrew,
  machineScrew: fasteners.machineScrew,
  wedgeAnchor: fasteners.wedgeAnchor,
  wallAnchor: fasteners.wallAnchor,
  gloves: safety.gloves,
  carton: safety.carton,
  goggles: safety.goggles,
  glasses: safety.glasses,
  earMuffs: safety.earMuffs,
  earPlugs: safety.earPlugs,
  respirator: safety.respirator,
  dustMask: safety.dustMask,
  cableReel: electrical.cableReel,
  cord: electrical.cord,
  cableTies: electrical.cableTies,
  workLight: electrical.workLight,
  bulb: electrical.bulb,
  headlamp: electrical.headlamp,
  wallSwitch: electrical.wallSwitch,
  outlet: electrical.outlet,
  sprayBottle: facility.sprayBottle,
  jug: facility.jug,
  glueBottle: facility.glueBottle,
  caulkTube: facility.caulkTube,
  tapeRoll: facility.tapeRoll,
  bin: facility.bin,
  shelving: facility.shelving,
  bucket: facility.bucket
} as const satisfies Record<string, Drawing>

export type Kind = keyof typeof drawings
