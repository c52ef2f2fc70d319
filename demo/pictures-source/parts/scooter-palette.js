import { Color } from 'three';
import { anodised, chrome, fabric, glass, gloss, leather, lens, light, metal, paint, pane, plastic, rubber } from '../materials.js';

// Wide bodywork that faces the lamps overhead would come out paler than its colour; it is given a deeper one.
function deepened(hex) {
  const colour = new Color(hex);
  const { h, s, l } = colour.getHSL({});
  return l > 0.78 ? hex : `#${colour.setHSL(h, s, l * (s > 0.25 ? 0.56 : 0.72)).getHexString()}`;
}

/** Body paint of its own for one vehicle, so that a built vehicle can be painted again. */
export function bodyPaint(colour, { deep, finish }, material = paint(colour, finish).clone()) {
  material.copy(paint(deep ? deepened(colour) : colour, finish));
  material.userData = { body: { deep, finish } };
  return material;
}

/** The materials the ruach, sela and noam models are made of, by the job they do. */
export const palette = (colour, accent = '#2b2e33', seat = '#1c1c1f', { deep = false, finish } = {}) => ({
  paint: bodyPaint(colour, { deep, finish }), accent: paint(accent), trim: plastic('#212327', 0.6), soft: plastic('#17181a', 0.75), piano: gloss('#0d0e10'), frame: metal('black'),
  tyre: rubber(), rubber: rubber('#141517'), rim: metal('gunmetal'), alu: metal('alu'), cast: metal('cast'), steel: metal('steel'), dark: metal('dark'), black: metal('black'), gold: metal('gold'),
  titanium: metal('titanium'), chrome: chrome(), seat: leather(seat), cloth: fabric('#26282c'), glass: glass(), smoke: pane('#0c0d0f', 0.36), clear: pane(), edge: plastic('#5d666d', 0.3),
  lamp: light('#ffffff', 1.6), drl: light('#f2f8ff', 2.4), lens: glass('#14181d', 0.26), tail: lens('#b3101c'), amber: lens('#f08a1a'), reflector: chrome(), grey: plastic('#5a5e64', 0.5),
  anodised: (hex) => anodised(hex), painted: (hex, finish) => paint(hex, finish), moulded: (hex) => gloss(hex), hide: (hex) => leather(hex), tinted: (hex, opacity) => glass(hex, opacity), screen: light('#7fd3ff', 0.7),
});
