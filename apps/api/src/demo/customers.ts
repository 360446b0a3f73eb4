import type { NewOrder } from '../modules/orders/place/new-order.ts'

/** Where an order goes, and the tax of the place in percent where the customer pays any. */
export type DemoCustomer = { shipTo: NewOrder['shipTo']; taxPercent?: number }

/** Customers in the countries that the demo's shipping methods serve; nobody of them exists. */
export const customers = {
  lakeshore: {
    shipTo: {
      name: 'Marisol Quintero',
      company: 'Lakeshore Fabrication LLC',
      addressLine1: '4410 Foundry Lane',
      addressLine2: 'Bay 7',
      city: 'Milwaukee',
      state: 'WI',
      zipCode: '53204',
      country: 'US',
      phone: '+1 414 555 0127'
    },
    taxPercent: 7.9
  },
  whitcomb: {
    shipTo: {
      name: 'Dale Whitcomb',
      addressLine1: '77 Quarry Hill Road',
      city: 'Concord',
      state: 'NH',
      zipCode: '03301',
      country: 'US',
      phone: '+1 603 555 0164'
    }
  },
  tidewater: {
    shipTo: {
      name: 'Renée Thibodeaux',
      company: 'Tidewater Marine Services',
      addressLine1: '1209 Bulkhead Street',
      city: 'Mobile',
      state: 'AL',
      zipCode: '36602',
      country: 'US',
      phone: '+1 251 555 0139'
    },
    taxPercent: 10
  },
  hospital: {
    shipTo: {
      name: 'Receiving, attention of Bartholomew Christopherson-Featherstonehaugh',
      company:
        'Department of Facilities, Grounds and Emergency Preparedness, Upper Kittatinny Valley Regional Hospital Network',
      addressLine1: '1 Hospital Plaza, Building C, lower loading dock behind the boiler house',
      addressLine2: 'Ring twice; deliveries on weekdays from 6:30 to 14:00 only',
      city: 'Newton',
      state: 'NJ',
      zipCode: '07860',
      country: 'US',
      phone: '+1 973 555 0190'
    }
  },
  okafor: {
    shipTo: {
      name: 'Adaeze Okafor',
      addressLine1: '508 Magnolia Court',
      addressLine2: 'Apt 3B',
      city: 'Houston',
      state: 'TX',
      zipCode: '77002',
      country: 'US',
      phone: '+1 713 555 0176'
    },
    taxPercent: 8.25
  },
  kahananui: {
    shipTo: {
      name: 'Keʻalohi Nakamura-Kahananui',
      addressLine1: '14 Hala Grove Place',
      city: 'Hilo',
      state: 'HI',
      zipCode: '96720',
      country: 'US',
      phone: '+1 808 555 0112'
    },
    taxPercent: 4.5
  },
  northSlope: {
    shipTo: {
      company: 'North Slope Camp Services',
      addressLine1: '3 Tundra Way',
      city: 'Fairbanks',
      state: 'AK',
      zipCode: '99701',
      country: 'US',
      phone: '+1 907 555 0155'
    }
  },
  ashgrove: {
    shipTo: {
      name: 'Stores',
      company: 'City of Ashgrove Water Department',
      addressLine1: '900 Pumphouse Road',
      city: 'Ashgrove',
      state: 'OR',
      zipCode: '97420',
      country: 'US',
      phone: '+1 541 555 0148'
    }
  },
  boreale: {
    shipTo: {
      name: 'Geneviève Lachance-Desrosiers',
      company: 'Quincaillerie Boréale inc.',
      addressLine1: '225, rue des Érables',
      city: 'Trois-Rivières',
      state: 'QC',
      zipCode: 'G9A 1B2',
      country: 'CA',
      phone: '+1 819 555 0183'
    },
    taxPercent: 14.975
  },
  dhaliwal: {
    shipTo: {
      name: 'Harpreet Singh Dhaliwal',
      addressLine1: '9 Cedar Quay',
      city: 'Vancouver',
      state: 'BC',
      zipCode: 'V6B 0A1',
      country: 'CA',
      phone: '+1 604 555 0121'
    },
    taxPercent: 12
  },
  fenwick: {
    shipTo: {
      name: 'Siân Prydderch-Llewellyn',
      company: 'Fenwick & Daughters Joinery Ltd',
      addressLine1: 'Unit 2, Tannery Yard',
      city: 'Bristol',
      zipCode: 'BS1 9ZZ',
      country: 'GB',
      phone: '+44 117 496 0321'
    }
  },
  nidhomhnaill: {
    shipTo: {
      name: 'Caoimhe Ní Dhomhnaill',
      addressLine1: '12 Sráid na Trá',
      city: 'Gaillimh',
      state: 'Co. na Gaillimhe',
      zipCode: 'H91 X0X0',
      country: 'IE'
    }
  },
  grosskreutz: {
    shipTo: {
      name: 'Jürgen Großkreutz',
      company: 'Maschinenbau Großkreutz & Söhne GmbH & Co. KG',
      addressLine1: 'Am Güterbahnhof 17',
      addressLine2: 'Tor 3',
      city: 'Berlin',
      zipCode: '10999',
      country: 'DE',
      phone: '+49 30 23125 042'
    }
  },
  oeuvrard: {
    shipTo: {
      name: 'Anaïs Œuvrard',
      company: 'Ateliers Œuvrard',
      addressLine1: '6, impasse du Château-d’Eau',
      city: 'Besançon',
      zipCode: '25000',
      country: 'FR',
      phone: '+33 3 53 01 00 42'
    }
  },
  wrobel: {
    shipTo: {
      name: 'Małgorzata Wróbel',
      company: 'Zakład Ślusarski Wróbel',
      addressLine1: 'ul. Źródlana 8',
      city: 'Łódź',
      zipCode: '91-002',
      country: 'PL'
    }
  },
  bjorklund: {
    shipTo: {
      name: 'Åsa Björklund',
      addressLine1: 'Smedjegatan 3, 2 tr',
      city: 'Västerås',
      zipCode: '722 10',
      country: 'SE',
      phone: '+46 8 465 004 12'
    }
  },
  yamada: {
    shipTo: {
      name: '山田 花子',
      company: '山田金物店',
      addressLine1: '本町2丁目4番6号',
      city: '松本市',
      state: '長野県',
      zipCode: '390-0811',
      country: 'JP'
    }
  },
  kim: {
    shipTo: {
      name: '김서연',
      addressLine1: '공구로 55, 3층',
      city: '대전광역시 동구',
      zipCode: '34500',
      country: 'KR'
    }
  },
  lin: {
    shipTo: {
      name: '林志明',
      company: '大安五金行有限公司',
      addressLine1: '復興路88號5樓',
      city: '台中市南區',
      zipCode: '402',
      country: 'TW'
    }
  },
  wattlebird: {
    shipTo: {
      name: 'Tahlia Nguyễn',
      company: 'Wattlebird Constructions Pty Ltd',
      addressLine1: '40 Ironbark Drive',
      city: 'Geelong',
      state: 'VIC',
      zipCode: '3220',
      country: 'AU',
      phone: '+61 3 5550 0142'
    }
  },
  nunez: {
    shipTo: {
      name: 'José Ángel Núñez Peña',
      company: 'Ferretería La Güera S.A. de C.V.',
      addressLine1: 'Av. de los Herreros 112',
      addressLine2: 'Col. Centro',
      city: 'Querétaro',
      state: 'QRO',
      zipCode: '76000',
      country: 'MX'
    }
  }
} satisfies Record<string, DemoCustomer>
