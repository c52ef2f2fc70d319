// The parts catalogue's diagrams: what stands in each, in the order of its numbers. A host is what the parts belong to.
const part = (name, slugs, quantity = 1) => ({ name, parts: slugs.split(' '), quantity });
const host = (piece, name, turn = 0) => ({ host: true, piece, name, turn });
const vehicle = (slug, turn = 0) => ({ host: true, vehicle: slug, turn });
const all = (prefix, names) => names.split(' ').map((name) => `${prefix}-${name}`);

const barak = all('raam-barak', '300 500 800 1100r'), sufa = all('raam-sufa', '400rr 650rr 1000rr'), masa = all('raam-masa', '450 750 1200'), derech = all('raam-derech', '800 1300');
const dune = all('zik-dune', '125 250 300-2t 450'), travel = ['zik-trail-250', 'zik-rally-450', 'zik-rally-700', 'zik-super-450'], current = all('zik-e', 'trail enduro street');
const clip = ['ruach-clip-50', 'ruach-clip-125', 'ruach-cargo-125'], via = all('ruach-via', '125 200'), urban = all('ruach-urban', '150 250'), maxi = all('ruach-maxi', '300 350 400gt');
const ayal = all('sela-ayal', '200 450 570 700 850 1000x'), nimer = all('sela-nimer', '800 1000r 1000-4'), eitan = all('sela-eitan', '570 1000-crew ev');
const four = all('noam', 'nof-4 nof-4-plus gan-4 sderot-4 marom-4 gag-4'), three = all('noam', 'kal-3 shvil-3 duo-3 sport-3'), folding = all('noam', 'masa-lite masa-auto');
const jets = ['gal-spray-90', 'gal-wave-130', 'gal-wave-230', 'gal-wave-300s', 'gal-tour-170'], boats = ['gal-bay-450', 'gal-bay-520', 'gal-rib-480', 'gal-horizon-620'], outboards = all('gal-motor', '20 60 150');

const plug = part('מצת', 'nitzotz-plug-iridium-raam', 2), coolant = part('נוזל קירור', 'tipa-coolant-blue'), oil = part('שמן מנוע', 'tipa-oil-10w40', 3);
const lube = part('משחת שרשרת', 'tipa-chain-lube'), bolts = part('ערכת ברגים', 'ofek-stainless-bolt-kit'), fuses = part('ערכת נתיכים', 'nitzotz-fuse-kit');
const filter = part('מסנן שמן', 'levtec-oil-filter-raam'), thermostat = part('תרמוסטט', 'raam-thermostat-82'), roadPads = part('רפידות בלם קדמיות', 'yatziv-pads-radial yatziv-pads-two-pot');
const bearings = part('מיסבי היגוי', 'yatziv-steering-bearings'), seals = part('אטמי מזלג', 'yatziv-fork-seals-41'), chains = part('שרשרת', 'levtec-chain-520 levtec-chain-525');
const regulator = part('וסת מתח', 'nitzotz-regulator-mosfet'), indicators = part('מאותתים', 'zerem-indicators-led', 2), roadBattery = part('מצבר', 'nitzotz-battery-12-10 nitzotz-battery-12-7');
const lithium = part('מצבר ליתיום', 'nitzotz-lithium-12'), duneAir = part('מסנן אוויר ספוג', 'levtec-air-filter-dune'), chain520 = part('שרשרת', 'levtec-chain-520');
const duneLever = part('ידית מצמד מתקפלת', 'zik-clutch-lever-folding'), crossBar = part('כידון', 'zik-handlebar-28'), crossGrips = part('ידיות אחיזה', 'zik-grips-lock-on'), pegs = part('דורכות', 'zik-footpegs-wide');
const tube = part('פנימית קדמית', 'sovev-tube-21'), dunePads = part('רפידות בלם', 'yatziv-pads-enduro', 2), duneDisc = part('דיסק בלם קדמי', 'yatziv-disc-wave-260');
const cityPlug = part('מצת', 'nitzotz-plug-scooter'), coil = part('סליל הצתה', 'nitzotz-coil-scooter'), cityAir = part('מסנן אוויר', 'levtec-air-filter-urban'), cityPads = part('רפידות בלם', 'yatziv-pads-scooter');
const cityBattery = part('מצבר', 'nitzotz-battery-12-7'), cityLever = part('ידית בלם שמאלית', 'ruach-brake-lever-left'), throttle = part('כבל מצערת', 'ruach-throttle-cable'), maxiFilter = part('מסנן שמן', 'levtec-oil-filter-maxi');
const quadFilter = part('מסנן שמן', 'levtec-oil-filter-sela'), quadAir = part('מסנן אוויר', 'levtec-air-filter-sela'), hub = part('טבור קדמי', 'sela-front-hub', 2), quadPads = part('רפידות בלם', 'yatziv-pads-quad', 2), cvt = part('רצועת הינע', 'sela-cvt-belt'), pump = part('משאבת מים', 'sela-water-pump');
const grips = part('ידיות רכות', 'noam-grips-soft'), tiller = part('יחידת מצערת', 'noam-tiller-throttle-unit');
const seaPlug = part('מצת', 'nitzotz-plug-marine', 3), seaOil = part('שמן מנוע ימי', 'tipa-oil-marine-fcw'), seaFilter = part('מסנן שמן', 'levtec-oil-filter-gal'), grease = part('גריז ימי', 'tipa-grease-marine'), fuelFilter = part('מסנן דלק מפריד מים', 'levtec-fuel-filter-marine'), seaPump = part('ערכת משאבת מים', 'gal-outboard-pump-kit');

const diagram = (slug, name, vehicles, ...pieces) => ({ slug, name, vehicles, pieces });
export default [
  diagram('raam-barak-engine', 'מנוע וקירור', barak, host('engine-twin', 'מנוע שלם'), part('ערכת אטמים עליונה', 'levtec-gasket-kit-twin'), plug, filter, part('מסנן אוויר', 'levtec-air-filter-barak'), host('radiator', 'רדיאטור', 60), thermostat, oil, coolant),
  diagram('raam-barak-brakes', 'בלמים וגלגל קדמי', barak, part('צמיג קדמי', 'sovev-asfalt-front-17'), part('חישוק קדמי', 'raam-front-wheel-cast-17'), part('דיסק בלם', 'yatziv-disc-310-floating', 2), host('calliper', 'קליפר'), roadPads, part('צינורות בלם', 'yatziv-braided-line-kit'), part('ידית בלם', 'yatziv-brake-lever-six-step')),
  diagram('raam-barak-drive', 'הינע וגלגל אחורי', barak, host('drive-road', 'זרוע אחורית וגלגל'), part('צמיג אחורי', 'sovev-asfalt-rear-180 sovev-asfalt-rear-140 sovev-veloce-rear-190'), part('ערכת שרשרת', 'raam-chain-kit-barak-500 raam-chain-kit-litre'), part('שרשרת', 'levtec-chain-525 levtec-chain-520'), part('דיסקיות מצמד', 'raam-clutch-plates'), part('ידית מצמד', 'raam-clutch-lever'), lube),
  diagram('raam-barak-chassis', 'שלדה, מזלג והיגוי', barak, host('fork-trellis', 'שלדה ומזלג'), bearings, seals, part('קפיצי מזלג', 'yatziv-fork-springs'), part('רגלית צד', 'raam-side-stand'), part('מכסה מיכל דלק', 'raam-tank-cap'), part('מראה ימנית', 'raam-mirror-right'), bolts),
  diagram('raam-barak-electrics', 'חשמל ותאורה', barak, vehicle('raam-barak-500'), part('פנס ראשי', 'raam-headlight-led'), part('פנס אחורי', 'raam-tail-light-led'), indicators, roadBattery, lithium, part('סטטור', 'raam-stator'), regulator, fuses),
  diagram('raam-sufa-engine', 'מנוע וקירור', sufa, host('engine-four', 'מנוע שלם'), plug, filter, thermostat, host('headers', 'סעפת פליטה'), oil, coolant),
  diagram('raam-sufa-brakes', 'בלמים וגלגל קדמי', sufa, host('wheel-ten', 'גלגל שלם'), part('צמיג קדמי', 'sovev-asfalt-front-17'), part('חישוק קדמי', 'raam-front-wheel-cast-17'), part('דיסק בלם', 'yatziv-disc-310-floating', 2), part('רפידות בלם קדמיות', 'yatziv-pads-radial'), part('ידית בלם', 'yatziv-brake-lever-six-step'), part('צינורות בלם', 'yatziv-braided-line-kit')),
  diagram('raam-sufa-drive', 'הינע וגלגל אחורי', sufa, host('drive-sport', 'זרוע אחורית וגלגל'), part('צמיג אחורי', 'sovev-asfalt-rear-180'), part('שרשרת', 'levtec-chain-525 levtec-chain-520'), part('ידית מצמד', 'raam-clutch-lever'), lube),
  diagram('raam-sufa-chassis', 'שלדה ומזלג', sufa, host('fork-road', 'שלדה ומזלג'), bearings, seals, bolts),
  diagram('raam-sufa-body', 'מרכב וחשמל', sufa, vehicle('raam-sufa-650rr'), part('צדון שמאלי', 'raam-fairing-sufa-left'), part('פנס אחורי', 'raam-tail-light-led'), part('מכסה מיכל דלק', 'raam-tank-cap'), roadBattery, lithium, regulator),
  diagram('raam-masa-engine', 'מנוע ומצמד', masa, host('engine-big-twin', 'מנוע שלם'), plug, filter, thermostat, part('סטטור', 'raam-stator'), part('דיסקיות מצמד', 'raam-clutch-plates'), oil, coolant),
  diagram('raam-masa-chassis', 'שלדה, מזלג ובלמים', masa, host('fork-adventure', 'שלדה ומזלג'), bearings, seals, part('קפיצי מזלג', 'yatziv-fork-springs'), part('דיסק בלם', 'yatziv-disc-310-floating', 2), part('ידית מצמד', 'raam-clutch-lever'), bolts),
  diagram('raam-masa-wheels', 'גלגלים והינע', masa, host('drive-adventure', 'זרוע אחורית וגלגל'), part('צמיג קדמי', 'sovev-nedod-front-19'), part('צמיג אחורי', 'sovev-nedod-rear-17'), part('שרשרת', 'levtec-chain-525 levtec-chain-520'), lube),
  diagram('raam-masa-electrics', 'חשמל ומושב', masa, vehicle('raam-masa-750'), part('מושב נוחות', 'raam-seat-comfort'), roadBattery, regulator, indicators, fuses),
  diagram('raam-derech-engine', 'מנוע וקירור', derech, host('engine-touring', 'מנוע שלם'), plug, filter, thermostat, oil, coolant),
  diagram('raam-derech-wheels', 'גלגלים ומזלג', derech, host('wheel-swirl', 'גלגל קדמי שלם'), part('צמיג קדמי', 'sovev-asfalt-front-17'), part('צמיג אחורי', 'sovev-asfalt-rear-180'), seals),
  diagram('raam-derech-electrics', 'חשמל', derech, vehicle('raam-derech-1300'), roadBattery, fuses),

  diagram('zik-dune-engine', 'מנוע וקירור', ['zik-dune-125', 'zik-dune-250', 'zik-dune-450'], host('engine-single', 'מנוע שלם'), duneAir, part('דיסקיות מצמד', 'zik-clutch-plates'), part('רדיאטור שמאלי', 'zik-radiator-left'), part('צינורות סיליקון', 'zik-silicone-hoses'), lithium, coolant),
  diagram('zik-dune-two-stroke', 'מנוע דו־פעימתי', ['zik-dune-300-2t'], host('engine-two-stroke', 'מנוע שלם'), part('ערכת בוכנה', 'levtec-piston-kit-300-2t'), part('מצת', 'nitzotz-plug-two-stroke'), duneAir, part('רדיאטור שמאלי', 'zik-radiator-left'), part('שמן 2T', 'tipa-oil-2t-synth')),
  diagram('zik-dune-drive', 'הינע וגלגל אחורי', dune, host('drive-enduro', 'זרוע אחורית וגלגל'), part('צמיג אחורי', 'sovev-botz-rear-18'), part('ערכת שרשרת', 'zik-chain-kit-dune'), chain520, part('גלגל שיניים קדמי', 'zik-front-sprocket-13'), part('גלגל שיניים אחורי', 'zik-rear-sprocket-50'), lube),
  diagram('zik-dune-front', 'מזלג, בלם וגלגל קדמי', dune, host('fork-enduro', 'שלדה ומזלג'), part('צמיג קדמי', 'sovev-botz-front-21'), tube, duneDisc, dunePads, seals),
  diagram('zik-dune-controls', 'כידון, דורכות ובולם', dune, crossBar, crossGrips, duneLever, pegs, part('בולם אחורי', 'zik-shock-rear'), indicators),
  diagram('zik-kid-service', 'מנוע וגלגלים', ['zik-kid-65'], vehicle('zik-kid-65'), part('ערכת בוכנה', 'levtec-piston-kit-65'), part('מצת', 'nitzotz-plug-two-stroke'), part('צמיג קדמי', 'sovev-botz-mini-14'), part('שמן 2T', 'tipa-oil-2t-synth')),
  diagram('zik-travel-drive', 'מנוע והינע', travel, vehicle('zik-rally-450'), chain520, part('דיסקיות מצמד', 'zik-clutch-plates'), duneAir, oil, part('מצבר', 'nitzotz-lithium-12 nitzotz-battery-12-7'), lube),
  diagram('zik-travel-front', 'חזית ובלמים', travel, host('wheel-spoke', 'גלגל קדמי שלם'), part('צמיג קדמי', 'sovev-asfalt-front-17'), tube, part('רפידות בלם קדמיות', 'yatziv-pads-two-pot'), seals, indicators),
  diagram('zik-travel-controls', 'כידון ודורכות', travel, host('bars-cross', 'כידון מורכב'), crossBar, crossGrips, duneLever, pegs),
  diagram('zik-electric-drive', 'הנעה חשמלית', current, host('motor-bike', 'מנוע וסוללה'), fuses, chain520, lube, bolts),
  diagram('zik-electric-chassis', 'כידון ובלמים', current, vehicle('zik-e-enduro'), crossBar, crossGrips, dunePads, duneDisc, tube, part('ידית בלם', 'yatziv-brake-lever-six-step'), bearings, indicators),

  diagram('ruach-city-drive', 'הינע', ['ruach-clip-125', 'ruach-cargo-125', 'ruach-via-125'], host('engine-scooter', 'מנוע שלם'), part('וריאטור', 'ruach-variator-125'), part('סט גלילות', 'ruach-roller-set-125'), part('רצועת הינע', 'ruach-belt-125')),
  diagram('ruach-clip-engine', 'מנוע והצתה', clip, host('engine-air', 'מנוע שלם'), cityPlug, coil, cityAir, cityBattery),
  diagram('ruach-clip-chassis', 'בלמים ומרכב', clip, vehicle('ruach-clip-125'), part('כנף קדמית', 'ruach-front-fender-clip'), part('צמיג', 'sovev-city-12', 2), cityPads, cityLever, part('כבל בלם אחורי', 'ruach-rear-brake-cable'), throttle, bolts),
  diagram('ruach-via-body', 'מרכב, תאורה ובקרה', via, vehicle('ruach-via-125'), part('פנס ראשי', 'ruach-headlight-via'), part('מראה שמאלית', 'ruach-mirror-left'), throttle, cityPads),
  diagram('ruach-via-electrics', 'הצתה וחשמל', via, vehicle('ruach-via-200'), cityPlug, coil, cityBattery),
  diagram('ruach-urban-engine', 'מנוע וסינון', urban, host('engine-quad', 'מנוע שלם'), cityPlug, coil, cityAir, maxiFilter, oil),
  diagram('ruach-urban-chassis', 'בלמים וחשמל', urban, vehicle('ruach-urban-250'), cityPads, cityLever, cityBattery, bolts),
  diagram('ruach-maxi-engine', 'מנוע וקירור', maxi, host('engine-single', 'מנוע שלם', 40), part('ערכת אטמים עליונה', 'levtec-gasket-kit-maxi'), maxiFilter, oil, coolant),
  diagram('ruach-maxi-drive', 'הינע', maxi, part('וריאטור', 'ruach-variator-maxi'), part('רצועת הינע', 'ruach-belt-maxi'), host('disc-small', 'גלגלת אחורית'), host('axle', 'ציר')),
  diagram('ruach-maxi-chassis', 'גלגלים, מזלג וחשמל', maxi, vehicle('ruach-maxi-350'), part('צמיג קדמי', 'sovev-grand-15'), seals, part('מצבר', 'nitzotz-battery-12-10'), fuses, bolts),
  diagram('ruach-electric-service', 'טעינה, בלמים וגלגלים', all('ruach', 'e1 e3'), vehicle('ruach-e3'), part('שקע טעינה', 'ruach-charge-port'), part('צמיג', 'sovev-city-13', 2), cityPads, cityLever, fuses, bolts),

  diagram('sela-ayal-engine', 'מנוע וקירור', ayal, host('engine-quad', 'מנוע שלם', -20), quadFilter, quadAir, part('מתנע', 'sela-starter-motor'), pump, cvt, cityPlug, coolant),
  diagram('sela-ayal-front', 'מתלה, בלמים וגלגל קדמי', ayal, part('בולם קדמי', 'sela-shock-front', 2), hub, part('מיסבי גלגל', 'yatziv-wheel-bearings-quad', 2), part('דיסק בלם', 'yatziv-disc-quad-220', 2), quadPads, part('צמיג קדמי', 'sovev-rock-front-25 sovev-rock-x-14', 2)),
  diagram('sela-ayal-rear', 'גלגל אחורי וחשמל', ayal, vehicle('sela-ayal-570'), part('צמיג אחורי', 'sovev-rock-rear-25', 2), part('מצבר', 'nitzotz-battery-12-20 nitzotz-battery-12-7'), fuses, bolts),
  diagram('sela-nimer-engine', 'מנוע והנעה', nimer, vehicle('sela-nimer-800'), quadFilter, quadAir, cvt, coolant),
  diagram('sela-nimer-chassis', 'גלגלים וחשמל', nimer, vehicle('sela-nimer-1000r', 40), part('צמיג קדמי', 'sovev-rock-x-14', 2), fuses, bolts),
  diagram('sela-eitan-service', 'טיפולים וגלגלים', eitan, vehicle('sela-eitan-570'), quadFilter, pump, coolant, hub, quadPads, fuses, bolts),

  diagram('noam-four-drive', 'הנעה וסוללות', four, vehicle('noam-nof-4-plus'), part('מנוע וסרן אחורי', 'noam-motor-axle'), part('בקר מנוע', 'noam-controller'), part('זוג מצברים', 'nitzotz-battery-gel-noam'), fuses),
  diagram('noam-four-tiller', 'הגה ומושב', four, vehicle('noam-sderot-4', 50), tiller, grips, part('מושב מסתובב', 'noam-seat-swivel')),
  diagram('noam-four-wheels', 'גלגלים ומתלה', four, part('צמיג', 'sovev-shaket-10', 4), part('פנימית', 'sovev-tube-mobility', 4), part('בולם אחורי', 'noam-shock-rear', 2), bolts),
  diagram('noam-three-tiller', 'הגה וחשמל', three, vehicle('noam-shvil-3'), tiller, grips, fuses),
  diagram('noam-three-wheels', 'גלגלים ומתלה', three, vehicle('noam-sport-3', 150), part('צמיג', 'sovev-shaket-10', 3), part('פנימית', 'sovev-tube-mobility', 3), part('בולם אחורי', 'noam-shock-rear', 2), bolts),
  diagram('noam-folding-service', 'הגה וחשמל', folding, vehicle('noam-masa-lite'), grips, fuses, bolts),

  diagram('gal-jet-pump', 'הנעת סילון', jets, host('jet-intake', 'בית משאבה'), part('טבעת שחיקה', 'gal-wear-ring'), part('אימפלר', 'gal-impeller-jet'), host('jet-nozzle', 'נחיר היגוי'), grease),
  diagram('gal-jet-engine', 'מנוע וסינון', jets, host('engine-marine', 'מנוע שלם'), seaFilter, seaPlug, seaOil),
  diagram('gal-jet-electrics', 'חשמל ושימון', jets, vehicle('gal-wave-130'), part('מצבר', 'nitzotz-battery-12-20'), seaPlug, grease),
  diagram('gal-outboard-gear', 'רגל ומדחף', outboards, vehicle('gal-motor-60'), part('מדחף', 'gal-propeller-aluminium'), part('ערכת אנודות', 'gal-anode-kit'), grease),
  diagram('gal-outboard-engine', 'ראש מנוע וסינון', outboards, host('engine-touring', 'ראש מנוע', 90), seaPlug, seaFilter, seaOil),
  diagram('gal-outboard-cooling', 'קירור ודלק', outboards, vehicle('gal-motor-150', 180), seaPump, fuelFilter),
  diagram('gal-boat-fuel', 'דלק, חשמל ושימון', boats, vehicle('gal-bay-520'), fuelFilter, fuses, grease, bolts),
];
