// The studio that runs in the browser page: environment, lights, camera fitting, contact shadow, occlusion and the final grade.
import * as THREE from 'three';
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { boxUv } from './materials.js';
import { environment } from './environment.js';
import { contactShadow } from './shadow.js';
import { viewsOf } from './views.js';

const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: false });
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = THREE.PCFShadowMap;
renderer.toneMapping = THREE.NoToneMapping;

// At the very edge a normal points away and the clear coat would hide the colour beneath it wholly: every painted outline had a dark thread.
THREE.ShaderLib.physical.fragmentShader = THREE.ShaderLib.physical.fragmentShader
  .replace('float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );', 'float dotNVcc = clamp( dot( geometryClearcoatNormal, geometryViewDir ), 0.2, 1.0 );');

const scene = new THREE.Scene();
scene.environment = environment(renderer);
scene.environmentIntensity = 1.15;

// The lights turn with the camera, as round a turntable: every view of a spin has the same light.
const rig = new THREE.Group();
const key = new THREE.DirectionalLight('#fffaf3', 1.25);
key.castShadow = true;
key.shadow.mapSize.set(2048, 2048);
key.shadow.normalBias = 0.012;
key.shadow.radius = 3;
const rim = new THREE.DirectionalLight('#eaf1ff', 1.6);
const soft = new THREE.DirectionalLight('#ffffff', 0.35);
rig.add(key, rim, soft, key.target, rim.target, soft.target);
scene.add(rig);

const grade = new FullScreenQuad(new THREE.ShaderMaterial({
  uniforms: { picture: { value: null }, occlusion: { value: null }, strength: { value: 0.95 }, exposure: { value: 1 } },
  vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
  // Khronos' neutral tone curve keeps a brand's paint the colour it is, where ACES would grey and darken it.
  fragmentShader: `varying vec2 at; uniform sampler2D picture, occlusion; uniform float strength, exposure;
    vec3 neutral(vec3 c) {
      float start = 0.76, x = min(c.r, min(c.g, c.b)), offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
      c -= offset;
      float peak = max(c.r, max(c.g, c.b));
      if (peak < start) return c;
      float d = 1.0 - start, top = 1.0 - d * d / (peak + d - start);
      c *= top / peak;
      return mix(c, vec3(top), 1.0 - 1.0 / (0.15 * (peak - top) + 1.0));
    }
    void main() {
      vec4 c = texture2D(picture, at);
      if (c.a <= 0.0) { gl_FragColor = vec4(0.0); return; }
      // The brightest of its neighbours: else every outline has a dark thread, where the surface turns away and hides itself.
      vec2 near = 1.6 / vec2(textureSize(occlusion, 0));
      float open = texture2D(occlusion, at).r;
      for (int i = 0; i < 8; i++) open = max(open, texture2D(occlusion, at + near * vec2(cos(float(i) * 0.785), sin(float(i) * 0.785))).r);
      vec3 light = c.rgb / c.a * exposure * mix(1.0, open, strength);
      vec3 s = neutral(light);
      s = mix(s * 12.92, 1.055 * pow(max(s, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, s));
      gl_FragColor = vec4(s, min(c.a, 1.0));
    }`,
  depthTest: false, depthWrite: false, blending: THREE.NoBlending,
}));

const camera = new THREE.PerspectiveCamera(22, 4 / 3, 0.1, 60);
let targets, subject, points, box, ground, spin, occlusions = new Map();

function targetsFor(width, height) {
  if (targets?.width === width && targets.height === height) return targets;
  targets?.colour.dispose(); targets?.out.dispose();
  targets = {
    width, height,
    colour: new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType, samples: 4 }),
    out: new THREE.WebGLRenderTarget(width, height, { depthBuffer: false }),
  };
  return targets;
}

function sample(root) {
  const all = [], p = new THREE.Vector3(), m = new THREE.Matrix4();
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!object.isMesh) return;
    const { position } = object.geometry.attributes, copies = object.isInstancedMesh ? object.count : 1;
    const step = Math.max(1, Math.floor(position.count / (copies > 1 ? 8 : 600)));
    for (let c = 0; c < copies; c++) {
      m.copy(object.matrixWorld);
      if (object.isInstancedMesh) { const one = new THREE.Matrix4(); object.getMatrixAt(c, one); m.multiply(one); }
      for (let i = 0; i < position.count; i += step) all.push(p.fromBufferAttribute(position, i).applyMatrix4(m).clone());
    }
  });
  return all;
}

function prepare(root) {
  root.traverse((object) => {
    if (!object.isMesh) return;
    const see = object.material.transparent;
    object.castShadow = !see;
    object.receiveShadow = !see && !object.userData.unshaded;
    if (object.material.userData.inMetres && !object.isInstancedMesh) object.geometry = boxUv(object.geometry);
  });
}

// Puts the subject on the stage; the occlusion of an earlier colour stays good as long as the shape is the same.
export async function stand({ slug, model, params = {}, paint, accent, fresh, quality = 1 }) {
  const startedAt = performance.now(), module = await import(`/models/${model}.js`);
  if (subject) {
    scene.remove(subject, ground);
    const shared = new Set();
    subject.traverse((object) => { if (object.geometry) shared.add(object.geometry); });
    for (const geometry of shared) geometry.dispose();
  }
  subject = module.build({ paint, accent, params, quality });
  prepare(subject);
  if (fresh) {
    for (const pass of occlusions.values()) pass.dispose();
    occlusions = new Map();
    spin = undefined;
    ground?.material.map.dispose();
    points = sample(subject);
    box = new THREE.Box3().setFromPoints(points);
    ground = contactShadow(renderer, subject, box, params.float ?? 0);
  }
  scene.add(subject, ground);
  return { size: box.getSize(new THREE.Vector3()).toArray(), kind: module.kind, details: module.details?.(params), triangles: triangles(subject), slug, took: Math.round(performance.now() - startedAt) };
}

function triangles(root) {
  let sum = 0;
  root.traverse((o) => { if (o.isMesh) sum += ((o.geometry.index ?? o.geometry.attributes.position).count / 3) * (o.isInstancedMesh ? o.count : 1); });
  return Math.round(sum);
}

// The camera looks along `azimuth` (0 the left side, 90 the front) and moves until the subject fills the frame; the lens is
// then shifted so that the subject stands in the middle and its lowest point at the same height in every picture of a view.
function aim({ azimuth, elevation, fov, fill, foot, under = 0, target, radius, lens = [0, 0], turns }, aspect) {
  const middle = target ? new THREE.Vector3(...target) : box.getCenter(new THREE.Vector3());
  const a = THREE.MathUtils.degToRad(azimuth), e = THREE.MathUtils.degToRad(elevation);
  const direction = new THREE.Vector3();
  const look = (degrees) => { const t = THREE.MathUtils.degToRad(degrees); direction.set(Math.sin(t) * Math.cos(e), Math.sin(e), -Math.cos(t) * Math.cos(e)); };
  look(azimuth);
  const reach = box.getSize(new THREE.Vector3()).length();
  camera.fov = fov; camera.aspect = aspect;
  const stand = (distance) => {
    camera.position.copy(middle).addScaledVector(direction, distance);
    camera.lookAt(middle);
    camera.near = Math.max(0.02, distance - reach); camera.far = distance + reach * 2;
    camera.updateProjectionMatrix(); camera.updateMatrixWorld(true);
  };
  const bounds = () => {
    const b = new THREE.Box2(), p = new THREE.Vector3();
    for (const point of points) { p.copy(point).project(camera); b.expandByPoint(new THREE.Vector2(p.x, p.y)); }
    return b;
  };
  const fitted = () => {
    let distance = reach * 3;
    for (let i = 0; i < 7; i++) {
      stand(distance);
      const { min, max } = bounds();
      distance *= Math.max((max.x - min.x) / 2 / fill[0], (max.y - min.y) / 2 / fill[1]);
    }
    return distance;
  };
  let shift = lens;
  if (target) stand(radius / Math.tan(THREE.MathUtils.degToRad(fov / 2)));
  else if (turns) { // a spin keeps the distance that its widest frame needs, and the axis in the middle
    if (!spin) {
      let distance = 0, low = 1;
      for (let step = 0; step < 360; step += 20) { look(step); distance = Math.max(distance, fitted()); }
      for (let step = 0; step < 360; step += 20) { look(step); stand(distance); low = Math.min(low, bounds().min.y); }
      spin = { distance, shift: [0, -1 + 2 * foot - low] };
    }
    look(azimuth);
    stand(spin.distance);
    shift = spin.shift;
  } else {
    stand(fitted());
    const { min, max } = bounds();
    shift = [-(min.x + max.x) / 2, -1 + 2 * Math.max(foot, under * (1 - (max.y - min.y) / 2)) - min.y];
  }
  camera.projectionMatrix.elements[8] -= shift[0];
  camera.projectionMatrix.elements[9] -= shift[1];
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();

  rig.rotation.y = -a;
  const scale = reach;
  key.position.set(0.5 * scale, 1.5 * scale, -1.15 * scale).add(middle.clone().setX(0).setZ(0));
  rim.position.set(-0.9 * scale, 1.1 * scale, 1.4 * scale);
  soft.position.set(1.2 * scale, 0.3 * scale, -1.2 * scale);
  for (const one of [key, rim, soft]) one.target.position.set(0, middle.y, 0);
  const half = reach * 0.56;
  Object.assign(key.shadow.camera, { left: -half, right: half, top: half, bottom: -half, near: 0.05, far: scale * 4 });
  key.shadow.camera.updateProjectionMatrix();
  scene.environmentRotation.set(0, a, 0);
}

function hideWhile(test, action) {
  const hidden = [];
  scene.traverse((object) => { if (object.isMesh && object.visible && test(object)) { object.visible = false; hidden.push(object); } });
  action();
  for (const object of hidden) object.visible = true;
}

function occlude(view, width, height) {
  const name = `${view} ${width}`, known = occlusions.get(name);
  if (known) return known;
  // The pass keeps its result in its own texture; spins are not kept, there would be too many.
  // Occlusion is soft by nature: large pictures make do with a coarser one.
  const scale = width > 1000 ? 0.6 : 0.8, [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const pass = new GTAOPass(scene, camera, w, h, undefined, { radius: box.getSize(new THREE.Vector3()).length() * 0.07, distanceExponent: 1.2, thickness: 1, scale: 1.15, samples: 12 }, { lumaPhi: 10, depthPhi: 2, normalPhi: 3, radius: 6, radiusExponent: 2, rings: 2, samples: 12 });
  pass.normalMaterial.side = THREE.DoubleSide;
  pass.output = GTAOPass.OUTPUT.Off;
  pass.setSize(w, h);
  hideWhile((object) => object === ground || object.material.transparent, () => pass.render(renderer, null, null));
  occlusions.set(name, pass);
  return pass;
}

export async function shoot({ view, width, height, id, kind, extra }) {
  const { colour, out } = targetsFor(width, height);
  const setting = viewsOf(kind, extra)[view] ?? viewsOf(kind, extra).spin(view);
  aim(setting, width / height);
  const pass = occlude(view, width, height);
  renderer.setClearColor(0x000000, 0);
  renderer.setRenderTarget(colour);
  renderer.clear();
  renderer.render(scene, camera);
  grade.material.uniforms.picture.value = colour.texture;
  grade.material.uniforms.occlusion.value = pass.gtaoMap;
  renderer.setRenderTarget(out);
  grade.render(renderer);
  const pixels = new Uint8Array(width * height * 4);
  renderer.readRenderTargetPixels(out, 0, 0, width, height, pixels);
  renderer.setRenderTarget(null);
  if (view.startsWith('spin')) { pass.dispose(); occlusions.delete(`${view} ${width}`); }
  await fetch(`/frame/${id}`, { method: 'POST', body: pixels });
}
window.studio = { stand, shoot };
