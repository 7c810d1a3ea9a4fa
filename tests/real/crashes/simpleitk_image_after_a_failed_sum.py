# A sum in place fails, the exception is caught, and the image is gone on with.
# https://github.com/SimpleITK/SimpleITK/issues/1726
import SimpleITK


def brightened(image, light):
    try:
        image += light  # <-- also
    except RuntimeError as error:
        print("left as it is:", str(error).splitlines()[-1])
    return image != 0  # <-- here


image = SimpleITK.Image([4, 4], SimpleITK.sitkUInt32)
light = SimpleITK.Image([4, 4], SimpleITK.sitkUInt32)
print(brightened(image, light).GetSize())
print(brightened(image, SimpleITK.Cast(light, SimpleITK.sitkFloat32)).GetSize())  # <-- also
