// The soft shadow on the ground: how much of the sky each point of the floor loses, from what stands how high above it.
import * as THREE from 'three';

const SIZE = 384;

function blurred(field, radius) {
  const out = new Float32Array(field.length);
  const pass = (from, to, step, stride) => {
    for (let line = 0; line < SIZE; line++) {
      let sum = 0;
      for (let i = -radius; i < SIZE + radius; i++) {
        if (i + radius < SIZE) sum += from[line * stride + (i + radius) * step] ?? 0;
        if (i >= 0 && i < SIZE) to[line * stride + i * step] = sum / (2 * radius + 1);
        if (i - radius >= 0) sum -= from[line * stride + (i - radius) * step];
      }
    }
  };
  const swap = Float32Array.from(field);
  for (let round = 0; round < 3; round++) { pass(swap, out, 1, SIZE); pass(out, swap, SIZE, 1); }
  return swap;
}

export function contactShadow(renderer, subject, box, float) {
  const size = box.getSize(new THREE.Vector3()), middle = box.getCenter(new THREE.Vector3());
  const margin = 0.25 * Math.max(size.x, size.z), wide = size.x + 2 * margin, deep = size.z + 2 * margin;
  const heights = new THREE.ShaderMaterial({
    side: THREE.DoubleSide,
    vertexShader: `varying float high; void main() {
      vec4 p = vec4(position, 1.0);
      #ifdef USE_INSTANCING
        p = instanceMatrix * p;
      #endif
      vec4 w = modelMatrix * p; high = w.y; gl_Position = projectionMatrix * viewMatrix * w; }`,
    fragmentShader: 'varying float high; void main() { gl_FragColor = vec4(vec3(high), 1.0); }',
  });
  const scene = new THREE.Scene();
  scene.overrideMaterial = heights;
  const parent = subject.parent;
  scene.add(subject);
  const camera = new THREE.OrthographicCamera(-wide / 2, wide / 2, deep / 2, -deep / 2, 0, size.y + 2);
  camera.position.set(middle.x, box.min.y - 1, middle.z);
  camera.up.set(0, 0, 1);
  camera.lookAt(middle.x, box.max.y, middle.z);
  const target = new THREE.WebGLRenderTarget(SIZE, SIZE, { type: THREE.FloatType });
  renderer.setClearColor(0x000000, 0);
  renderer.setRenderTarget(target);
  renderer.clear();
  const airy = [];
  subject.traverse((object) => { if (object.userData.airy) airy.push(object); });
  for (const object of airy) object.visible = false;
  renderer.render(scene, camera);
  for (const object of airy) object.visible = true;
  const seen = new Float32Array(SIZE * SIZE * 4);
  renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, seen);
  renderer.setRenderTarget(null);
  target.dispose(); heights.dispose();
  scene.remove(subject);
  parent?.add(subject);

  const reach = Math.max(size.x, size.z), near = new Float32Array(SIZE * SIZE), far = new Float32Array(SIZE * SIZE);
  for (let i = 0; i < near.length; i++) if (seen[i * 4 + 3] > 0.5) {
    const high = seen[i * 4] - box.min.y + float;
    near[i] = Math.exp(-high / (reach * 0.018));
    far[i] = Math.exp(-high / (reach * 0.2));
  }
  const pixel = (metres) => Math.max(1, Math.round((metres / Math.max(wide, deep)) * SIZE / 1.7));
  const tight = blurred(near, pixel(reach * 0.012)), broad = blurred(far, pixel(reach * 0.055));
  const data = new Uint8Array(SIZE * SIZE * 4);
  for (let i = 0; i < near.length; i++) {
    const x = (i % SIZE) / SIZE - 0.5, y = Math.floor(i / SIZE) / SIZE - 0.5;
    const edge = Math.min(1, (0.5 - Math.max(Math.abs(x), Math.abs(y))) * 12);
    data[i * 4 + 3] = 255 * Math.min(0.86, tight[i] * 0.75 + broad[i] * 0.72) * edge;
  }
  const map = new THREE.DataTexture(data, SIZE, SIZE);
  map.magFilter = map.minFilter = THREE.LinearFilter;
  map.needsUpdate = true;
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(wide, deep).rotateX(Math.PI / 2), new THREE.MeshBasicMaterial({ map, transparent: true, depthWrite: false, side: THREE.DoubleSide }));
  floor.position.set(middle.x, box.min.y - float + 0.0005, middle.z);
  floor.renderOrder = -1;
  return floor;
}
