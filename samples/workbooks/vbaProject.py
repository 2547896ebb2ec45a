"""A project of VBA macros from their source, by Microsoft's public documents MS-OVBA and MS-CFB.

It has the source only: Office compiles it when somebody opens the workbook."""
import struct
from math import ceil

FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
PROJECT_ID = "{6B1F0D2E-2A44-4C7B-9A55-0F6A4C1D7E11}"
# The base classes of a workbook and of a sheet.
BASES = {"ThisWorkbook": "00020819", "Sheet1": "00020820"}


def u16(value):
    return struct.pack("<H", value)


def u32(value):
    return struct.pack("<I", value)


def compressed(data):
    """MS-OVBA 2.4.1: one chunk of literals."""
    assert len(data) < 3600
    tokens = b"".join(b"\0" + data[at:at + 8] for at in range(0, len(data), 8))
    return b"\x01" + u16(0xB000 | len(tokens) - 1) + tokens


def hidden(data, seed=0):
    """MS-OVBA 2.4.3: how the state of a project's protection is written."""
    key = sum(PROJECT_ID.encode()) & 255
    out = [seed, seed ^ 2, seed ^ key]
    before = key
    for byte in u32(len(data)) + data:
        out.append(byte ^ (out[-2] + before & 255))
        before = byte
    return bytes(out).hex().upper()


def document_source(name):
    base = f"0{{{BASES[name]}-0000-0000-C000-000000000046}}"
    lines = [f'VB_Name = "{name}"', f'VB_Base = "{base}"', "VB_GlobalNameSpace = False", "VB_Creatable = False", "VB_PredeclaredId = True", "VB_Exposed = True", "VB_TemplateDerived = False", "VB_Customizable = True"]
    return "".join(f"Attribute {line}\r\n" for line in lines)


def directory(modules):
    """The stream `dir`: what the project consists of."""
    record = lambda number, data=b"": u16(number) + u32(len(data)) + data
    both = lambda first, second, text: record(first, text.encode("cp1252")) + record(second, text.encode("utf-16-le"))
    head = record(1, u32(1)) + record(2, u32(0x409)) + record(0x14, u32(0x409)) + record(3, u16(1252)) + record(4, b"VBAProject")
    head += both(5, 0x40, "") + record(6) + record(0x3D) + record(7, u32(0)) + record(8, u32(0)) + u16(9) + u32(4) + u32(1) + u16(1) + both(12, 0x3C, "")
    parts = [
        both(0x19, 0x47, name) + both(0x1A, 0x32, name) + both(0x1C, 0x48, "") + record(0x31, u32(0)) + record(0x1E, u32(0)) + record(0x2C, u16(0xFFFF))
        + record(0x22 if name in BASES else 0x21) + record(0x2B)
        for name in modules
    ]
    return head + record(15, u16(len(modules))) + record(0x13, u16(0xFFFF)) + b"".join(parts) + record(16)


def project_text(modules):
    kinds = [f"Document={name}/&H00000000" if name in BASES else f"Module={name}" for name in modules]
    lines = [f'ID="{PROJECT_ID}"', *kinds, 'Name="VBAProject"', 'HelpContextID="0"', 'VersionCompatible32="393222000"']
    lines += [f'CMG="{hidden(u32(0))}"', f'DPB="{hidden(b"%c" % 0)}"', f'GC="{hidden(bytes([255]))}"', "", "[Host Extender Info]", "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000", "", "[Workspace]"]
    lines += [f"{name}=0, 0, 0, 0, C" for name in modules]
    return ("\r\n".join(lines) + "\r\n").encode("cp1252")


def entry(name, kind, start=0, size=0, left=FREE, right=FREE, child=FREE):
    text = name.encode("utf-16-le") + b"\0\0"
    return text.ljust(64, b"\0") + u16(len(text)) + bytes([kind, 1]) + u32(left) + u32(right) + u32(child) + b"\0" * 36 + u32(start) + struct.pack("<Q", size)


def compound(project, streams):
    """MS-CFB: `PROJECT`, and a folder `VBA` with the streams; all of them are small."""
    mini, table, placed = b"", [], {}
    for name, data in {"PROJECT": project, **streams}.items():
        first, count = len(table), ceil(len(data) / 64)
        assert 0 < len(data) < 4096
        placed[name] = (first, len(data))
        table += [*range(first + 1, first + count), END]
        mini += data.ljust(count * 64, b"\0")
    # The names of a folder form a search tree: shorter ones first.
    ordered = sorted(streams, key=lambda name: (len(name), name.upper()))
    number = {name: 3 + at for at, name in enumerate(ordered)}
    tree = {}

    def grown(names):
        if not names:
            return FREE
        middle = len(names) // 2
        tree[names[middle]] = (grown(names[:middle]), grown(names[middle + 1:]))
        return number[names[middle]]

    top, sectors = grown(ordered), ceil(len(mini) / 512)
    entries = entry("VBA", 1, right=2, child=top) + entry("PROJECT", 2, *placed["PROJECT"])
    entries += b"".join(entry(name, 2, *placed[name], *tree[name]) for name in ordered)
    rows = ceil((3 + len(ordered)) / 4)
    mini_rows = ceil(len(table) / 128)
    first_mini = 1 + rows + mini_rows
    entries = entry("Root Entry", 5, first_mini, len(mini), child=1) + entries
    empty = b"\0" * 68 + u32(FREE) * 3 + b"\0" * 48
    entries += empty * (rows * 4 - len(entries) // 128)
    chain = lambda start, count: [*range(start + 1, start + count), END]
    fat = [FAT, *chain(1, rows), *chain(1 + rows, mini_rows), *chain(first_mini, sectors)]
    padded = lambda numbers, count: b"".join(map(u32, numbers)) + u32(FREE) * (count - len(numbers))
    head = bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 16 + u16(0x3E) + u16(3) + u16(0xFFFE) + u16(9) + u16(6) + b"\0" * 10
    head += u32(1) + u32(1) + u32(0) + u32(4096) + u32(1 + rows) + u32(mini_rows) + u32(END) + u32(0) + u32(0) + u32(FREE) * 108
    return head + padded(fat, 128) + entries + padded(table, 128 * mini_rows) + mini.ljust(sectors * 512, b"\0")


def vba_project(name, source):
    """`vbaProject.bin` of a workbook with one sheet and one module."""
    text = f'Attribute VB_Name = "{name}"\r\n' + source.replace("\n", "\r\n")
    modules = {"ThisWorkbook": document_source("ThisWorkbook"), "Sheet1": document_source("Sheet1"), name: text}
    streams = {module: compressed(code.encode("cp1252")) for module, code in modules.items()}
    return compound(project_text(modules), {**streams, "dir": compressed(directory(modules)), "_VBA_PROJECT": bytes.fromhex("CC61FFFF000000")})
