// Draws pieces as a parts catalogue does: pale shapes with ink lines where depth, direction or piece change.
import * as THREE from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { pieces as builders } from './diagram-pieces.js';

const renderer = new THREE.WebGLRenderer({ antialias: false });
const scene = new THREE.Scene();
const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 100);
const turned = (azimuth, elevation) => {
  const a = THREE.MathUtils.degToRad(azimuth), e = THREE.MathUtils.degToRad(elevation);
  return new THREE.Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e));
};
camera.position.copy(turned(34, 24)).multiplyScalar(5000);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld(true);
const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0), up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);

// One surface material: direction in the picture, the part of a piece it belongs to, and how far away it is.
const surface = (id) => new THREE.ShaderMaterial({
  side: THREE.DoubleSide, uniforms: { id: { value: id } },
  vertexShader: `varying vec3 n; varying float d;
    void main() { vec4 p = vec4(position, 1.0); vec3 q = normal;
    #ifdef USE_INSTANCING
      p = instanceMatrix * p; q = mat3(instanceMatrix) * q;
    #endif
      p = modelViewMatrix * p; n = normalMatrix * q; d = -p.z; gl_Position = projectionMatrix * p; }`,
  fragmentShader: 'varying vec3 n; varying float d; uniform float id; void main() { vec3 f = normalize(n); if (!gl_FrontFacing) f = -f; gl_FragColor = vec4(f.xy, id, d); }',
});

const inking = new FullScreenQuad(new THREE.ShaderMaterial({
  uniforms: { picture: { value: null }, texel: { value: new THREE.Vector2() }, unit: { value: 1 } },
  vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
  fragmentShader: `varying vec2 at; uniform sampler2D picture; uniform vec2 texel; uniform float unit;
    vec3 facing(vec4 s) { return vec3(s.xy, sqrt(max(0.0, 1.0 - dot(s.xy, s.xy)))); }
    void main() {
      vec4 c = texture2D(picture, at);
      bool there = c.a > 0.5;
      float ink = 0.0, outline = 0.0; float host = c.b < 0.0 ? 1.0 : 0.0;
      for (int i = 0; i < 4; i++) {
        vec2 o = i == 0 ? vec2(1.0, 0.0) : i == 1 ? vec2(0.0, 1.0) : i == 2 ? vec2(0.7, 0.7) : vec2(0.7, -0.7);
        vec4 a = texture2D(picture, at + o * texel * 1.1), b = texture2D(picture, at - o * texel * 1.1);
        vec4 A = texture2D(picture, at + o * texel * 2.4), B = texture2D(picture, at - o * texel * 2.4);
        if ((A.a > 0.5) != there || (B.a > 0.5) != there) { outline = 1.0; if (!there) host = (A.a > 0.5 ? A.b : B.b) < 0.0 ? 1.0 : 0.0; }
        if (!there || a.a < 0.5 || b.a < 0.5) continue;
        float slope = max(0.25, facing(c).z);
        ink = max(ink, smoothstep(1.0, 2.2, abs(a.a + b.a - 2.0 * c.a) / unit * slope * 0.16));
        ink = max(ink, smoothstep(0.22, 0.5, 1.0 - min(dot(facing(a), facing(c)), dot(facing(b), facing(c)))) * 0.85);
        if (abs(a.b - c.b) > 0.0004 || abs(b.b - c.b) > 0.0004) ink = max(ink, 0.42);
      }
      ink = max(ink, outline);
      if (!there && ink == 0.0) { gl_FragColor = vec4(0.0); return; }
      vec3 n = facing(c);
      float light = clamp(dot(n, normalize(vec3(-0.35, 0.75, 0.56))) * 0.5 + 0.5, 0.0, 1.0);
      vec3 paper = mix(vec3(0.80, 0.815, 0.835), vec3(0.995), pow(light, 0.8));
      vec3 line = host > 0.5 ? vec3(0.43, 0.46, 0.5) : vec3(0.1, 0.11, 0.13);
      if (host > 0.5) paper = mix(paper, vec3(0.985), 0.5);
      gl_FragColor = vec4(there ? mix(paper, line, ink) : line, 1.0);
    }`,
  depthTest: false, depthWrite: false, blending: THREE.NoBlending,
}));

function outlineOf(root) {
  const points = [], p = new THREE.Vector3(), m = new THREE.Matrix4(), one = new THREE.Matrix4();
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!object.isMesh || !object.visible) return;
    const { position } = object.geometry.attributes, copies = object.isInstancedMesh ? object.count : 1, step = Math.max(1, Math.floor(position.count / (copies > 1 ? 8 : 500)));
    for (let c = 0; c < copies; c++) {
      m.copy(object.matrixWorld);
      if (object.isInstancedMesh) { object.getMatrixAt(c, one); m.multiply(one); }
      for (let i = 0; i < position.count; i += step) { p.fromBufferAttribute(position, i).applyMatrix4(m); points.push([p.dot(right), p.dot(up)]); }
    }
  });
  return points;
}

let standing = [];
// Builds the pieces and tells the outline of each as it is seen, in metres.
export async function stand(jobs) {
  scene.clear();
  standing = [];
  let id = 0;
  for (const { model, params, piece, turn = 0, host, keep } of jobs) {
    const object = piece ? builders[piece]() : (await import(`/models/${model}.js`)).build({ paint: '#c8ccd2', accent: '#8d939b', params, quality: 1 });
    const root = new THREE.Group();
    root.add(object);
    object.rotation.y += THREE.MathUtils.degToRad(turn);
    if (keep !== undefined) object.children[0]?.children.forEach((child, i) => { child.visible = keep.includes(i); });
    root.traverse((object) => {
      if (!object.isMesh) return;
      const { material } = object;
      if (material.transparent && material.map) object.visible = false; // lettering has no thickness
      id += 0.001;
      object.material = surface(host ? -id : id);
    });
    scene.add(root);
    standing.push(root);
  }
  return standing.map((root) => {
    const points = outlineOf(root);
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const least = (list) => list.reduce((a, b) => Math.min(a, b)), most = (list) => list.reduce((a, b) => Math.max(a, b));
    const box = { left: least(xs), right: most(xs), low: least(ys), high: most(ys) };
    const middle = (box.left + box.right) / 2, near = points.filter(([x]) => Math.abs(x - middle) < (box.right - box.left) * 0.3);
    return { ...box, top: (near.length ? near : points).reduce((a, b) => (b[1] > a[1] ? b : a)) };
  });
}

// `places`: where the middle of each piece goes and how large it is drawn, in pixels of the finished picture.
export async function shoot({ places, boxes, width, height, over, id }) {
  places.forEach(({ x, y, scale }, i) => {
    const { left, right: r, low, high } = boxes[i], root = standing[i];
    root.scale.setScalar(scale);
    root.position.copy(right).multiplyScalar(x - ((left + r) / 2) * scale).addScaledVector(up, height - y - ((low + high) / 2) * scale);
  });
  Object.assign(camera, { left: 0, right: width, bottom: 0, top: height, near: 0, far: 10000 });
  camera.updateProjectionMatrix();
  const [w, h] = [Math.round(width * over), Math.round(height * over)];
  const drawn = new THREE.WebGLRenderTarget(w, h, { type: THREE.FloatType, minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter });
  const out = new THREE.WebGLRenderTarget(w, h, { depthBuffer: false });
  renderer.setClearColor(0x000000, 0);
  renderer.setRenderTarget(drawn);
  renderer.clear();
  renderer.render(scene, camera);
  inking.material.uniforms.picture.value = drawn.texture;
  inking.material.uniforms.texel.value.set(1 / w, 1 / h);
  inking.material.uniforms.unit.value = 1 / over;
  renderer.setRenderTarget(out);
  inking.render(renderer);
  const pixels = new Uint8Array(w * h * 4);
  renderer.readRenderTargetPixels(out, 0, 0, w, h, pixels);
  renderer.setRenderTarget(null);
  drawn.dispose(); out.dispose();
  await fetch(`/frame/${id}`, { method: 'POST', body: pixels });
}
window.diagrams = { stand, shoot };
