import type { Api, Deps } from '../../deps.ts'
import { platformCategoryImageRoutes } from './platform-category-image-routes.ts'
import { platformCategoryRoutes } from './platform-category-routes.ts'
import { platformFacetValueRoutes } from './platform-facet-value-routes.ts'
import { platformTermRoutes } from './platform-term-routes.ts'
import { terms } from './terms.ts'

/** What products are filed under, as the operator keeps it: `/platform/categories`, `/collections`, `/tags`, `/facets`. */
export async function platformTaxonomyRoutes(api: Api, deps: Deps): Promise<void> {
  platformCategoryRoutes(api, deps)
  await platformCategoryImageRoutes(api)
  for (const term of terms) platformTermRoutes(api, deps, term)
  platformFacetValueRoutes(api, deps)
}
