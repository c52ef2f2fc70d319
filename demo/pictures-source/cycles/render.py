"""Renders a model in Blender's Cycles under the studio's lamps (environment.js), for the comparison in docs/decisions/0008.
blender -b --python cycles/render.py -- model.glb out.png azimuth elevation samples"""
import bpy, math, sys, time
import numpy
numpy.bool = bool  # Debian's importer is older than its numpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

source, out, azimuth, elevation, samples = sys.argv[sys.argv.index('--') + 1:]
a, e = math.radians(float(azimuth)), math.radians(float(elevation))
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
scene = bpy.context.scene
meshes = [o for o in scene.objects if o.type == 'MESH']
points = [o.matrix_world @ v.co for o in meshes for v in list(o.data.vertices)[::7]]
low, high = (Vector(f(p[i] for p in points) for i in range(3)) for f in (min, max))
middle, reach = (low + high) / 2, (high - low).length


bpy.ops.mesh.primitive_plane_add(size=40, location=(0, 0, low.z))
bpy.context.object.is_shadow_catcher = True

rig = bpy.data.objects.new('rig', None)
rig.rotation_euler = (0, 0, -a)
scene.collection.objects.link(rig)

def lamp(strength, at, size, colour=(1, 1, 1)):  # in three.js' axes, as environment.js names them
    x, y, z = at
    data = bpy.data.lights.new('lamp', 'AREA')
    data.shape, data.size, data.size_y = 'RECTANGLE', *size
    data.energy, data.color = strength * math.pi * size[0] * size[1], colour
    one = bpy.data.objects.new('lamp', data)
    one.location = (x, -z, y)
    one.rotation_euler = (Vector((0, 0, 0.6)) - one.location).to_track_quat('-Z', 'Y').to_euler()
    one.parent = rig
    scene.collection.objects.link(one)

lamp(6.5, (0.2, 6, -0.4), (9, 3.4))
lamp(5, (0.5, 4.8, -7), (11, 1.2))
lamp(4, (8, 2.6, -1.6), (2.2, 5.2))
lamp(3, (-8, 2.8, -1.2), (2, 5))
lamp(4.5, (-3, 3.6, 7.5), (7, 2.2))
lamp(1.0, (0, 1.1, -9), (14, 1.8))
world = scene.world = bpy.data.worlds.new('room')
world.use_nodes = True
world.node_tree.nodes['Background'].inputs['Color'].default_value = (0.16, 0.16, 0.165, 1)

camera = bpy.data.objects.new('camera', bpy.data.cameras.new('camera'))
scene.collection.objects.link(camera)
scene.camera = camera
scene.render.resolution_x, scene.render.resolution_y = 1040, 780
camera.data.sensor_fit, camera.data.angle = 'VERTICAL', math.radians(22)
look = Vector((math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)))
camera.rotation_euler = (-look).to_track_quat('-Z', 'Y').to_euler()
distance = reach * 3
for _ in range(8):
    camera.location = middle + look * distance
    bpy.context.view_layer.update()
    seen = [world_to_camera_view(scene, camera, p) for p in points]
    x0, x1 = min(p.x for p in seen), max(p.x for p in seen)
    y0, y1 = min(p.y for p in seen), max(p.y for p in seen)
    distance *= max((x1 - x0) / 0.88, (y1 - y0) / 0.82)
camera.data.shift_x = ((x0 + x1) / 2 - 0.5) * 4 / 3
camera.data.shift_y = y0 - 0.1

render = scene.render
render.engine, render.film_transparent, render.filepath = 'CYCLES', True, out
render.image_settings.color_mode = 'RGBA'
render.threads_mode, render.threads = "FIXED", 2
scene.cycles.samples, scene.cycles.use_denoising = int(samples), False
scene.cycles.use_adaptive_sampling, scene.cycles.adaptive_threshold = True, 0.02
scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 6, 2, 4
scene.cycles.sample_clamp_indirect = 4
scene.view_settings.view_transform = 'Standard'
scene.view_settings.exposure = 0.0
began = time.time()
bpy.ops.render.render(write_still=True)
print(f'{out}: {samples} samples, {time.time() - began:.1f} s')
