"""Where a die's faces have ink, in GLSL and the die's own coordinates: pips, bars, makers' prints."""

MARKS = """
uniform bool fudge;
uniform vec3 ink;
uniform vec3 one_ink;
uniform vec3 four_ink;
uniform vec3 ring_ink;
uniform float radius;
uniform float spread;
uniform float depth;
uniform float one;
uniform float ring;
uniform float bar_length;
uniform float bar_width;
uniform float bar_soft;
uniform float wear;
uniform float ink_metal;
uniform float ink_rough;
uniform int logo;            // the cell of the maker's print in place of the 1, -1 for none
uniform int small;           // and of one beside the pips
uniform vec2 small_at;
uniform sampler2D crests;    // 8 x 8 cells of prints

struct Face { int number; vec3 n; vec3 a; vec3 b; vec2 uv; float high; };

Face face_at(vec3 p) {
    vec3 q = abs(p);
    Face f;
    if (q.z >= q.x && q.z >= q.y) {
        float s = sign(p.z);
        f.n = vec3(0, 0, s); f.a = vec3(s, 0, 0); f.b = vec3(0, 1, 0); f.number = s > 0.0 ? 1 : 6;
    } else if (q.x >= q.y) {
        float s = sign(p.x);
        f.n = vec3(s, 0, 0); f.a = vec3(0, s, 0); f.b = vec3(0, 0, 1); f.number = s > 0.0 ? 2 : 5;
    } else {
        float s = sign(p.y);
        f.n = vec3(0, s, 0); f.a = vec3(0, 0, s); f.b = vec3(1, 0, 0); f.number = s > 0.0 ? 3 : 4;
    }
    f.uv = vec2(dot(p, f.a), dot(p, f.b));
    f.high = dot(p, f.n);
    return f;
}

// The middle of the nearest pip and its radius; no pip gives a radius below 0.
vec3 nearest_pip(int number, vec2 uv) {
    vec2 corner = vec2(uv.x < 0.0 ? -spread : spread, uv.y < 0.0 ? -spread : spread);
    float diagonal = uv.x + uv.y < 0.0 ? -spread : spread;
    if (number == 1) return vec3(0, 0, logo >= 0 ? -1.0 : radius * one);
    if (number == 2) return vec3(diagonal, diagonal, radius);
    if (number == 3) return abs(uv.x + uv.y) < spread ? vec3(0, 0, radius) : vec3(diagonal, diagonal, radius);
    if (number == 4) return vec3(corner, radius);
    if (number == 5) return abs(uv.x) + abs(uv.y) < spread ? vec3(0, 0, radius) : vec3(corner, radius);
    float row = abs(uv.y) < spread * 0.5 ? 0.0 : (uv.y < 0.0 ? -spread : spread);
    return vec3(corner.x, row, radius);
}

float bar(vec2 uv) {
    vec2 half_size = vec2(bar_length, bar_width) * 0.5;
    float r = bar_soft * half_size.y;
    vec2 q = abs(uv) - half_size + r;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
}

// Distance to the nearest ink, below 0 inside.
float mark(int number, vec2 uv) {
    if (fudge) {
        if (number == 3 || number == 4) return 1.0;
        float d = bar(uv);
        return number < 3 ? min(d, bar(uv.yx)) : d;
    }
    vec3 pip = nearest_pip(number, uv);
    return length(uv - pip.xy) - pip.z;
}

float crest(int cell, vec2 uv) {
    vec2 inside = clamp(uv + 0.5, 0.02, 0.98);
    return texture(crests, (vec2(cell % 8, cell / 8) + inside) / 8.0).r * step(max(abs(uv.x), abs(uv.y)), 0.49);
}
"""
