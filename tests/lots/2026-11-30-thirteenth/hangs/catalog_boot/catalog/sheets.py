import csv
import io

SHEETS = {
    "tea": "T1,green tea,4.20\nT2,black tea,3.80\nT3,mint,2.90\n",
    "jam": "J1,plum jam,5.10\nJ2,quince jelly,6.40\n",
    "bread": "B1,rye,4.75\nB2,spelt,5.20\nB3,oats,4.10\n",
}


def rows(name):
    return csv.reader(io.StringIO(SHEETS[name]))
